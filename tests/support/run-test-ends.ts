import { beforeAll, beforeEach, onTestFinished } from 'vitest'
import { beginEnds } from './at-test-end.ts'

// A setup file of all tests: its hooks begin before theirs and end after them.

beforeAll(() => beginEnds())

// What `beforeEach` returns would run before each test's own `onTestFinished`.
beforeEach(() => onTestFinished(beginEnds()))
