import { describe, expect, test } from 'vitest'
import { createNearbySite, nearbySite } from './nearby-site.ts'

const at = (address: string, { internal = false, family = 'IPv4' as 'IPv4' | 'IPv6' } = {}) => ({
  address,
  family,
  internal,
})
const self = { lo: [at('127.0.0.1', { internal: true }), at('::1', { internal: true, family: 'IPv6' })] }
const all = { host: undefined, port: 3000 }

describe('the address for phones in the same network', () => {
  test('is the machine’s address in the local network', () => {
    const interfaces = { ...self, wlan0: [at('fe80::1', { family: 'IPv6' }), at('192.168.1.20')] }
    expect(nearbySite({ interfaces, ...all })).toBe('http://192.168.1.20:3000')
    expect(nearbySite({ interfaces, host: '0.0.0.0', port: 80 })).toBe('http://192.168.1.20')
    expect(nearbySite({ interfaces, host: '192.168.1.20', port: 8080 })).toBe('http://192.168.1.20:8080')
  })

  test('is not that of a container or tunnel', () => {
    const interfaces = {
      docker0: [at('172.17.0.1')],
      'br-12ab': [at('192.168.99.1')],
      tun0: [at('10.8.0.2')],
      eth0: [at('10.0.0.5')],
      ...self,
    }
    expect(nearbySite({ interfaces, ...all })).toBe('http://10.0.0.5:3000')
    expect(nearbySite({ interfaces: { ...interfaces, wlan0: [at('192.168.0.7')] }, ...all })).toBe(
      'http://192.168.0.7:3000',
    )
  })

  test('is a public one if the machine has no other, as at some universities', () => {
    const interfaces = { ...self, eth0: [at('203.0.113.9')] }
    expect(nearbySite({ interfaces, ...all })).toBe('http://203.0.113.9:3000')
    expect(nearbySite({ interfaces: { ...interfaces, wlan0: [at('10.1.2.3')] }, ...all })).toBe(
      'http://10.1.2.3:3000',
    )
  })

  test('is unknown if the cup listens on localhost only, or is in no network', () => {
    const interfaces = { ...self, wlan0: [at('192.168.1.20')] }
    expect(nearbySite({ interfaces, host: '127.0.0.1', port: 3000 })).toBeUndefined()
    expect(nearbySite({ interfaces: self, ...all })).toBeUndefined()
    expect(nearbySite({ interfaces: { eth0: [at('169.254.3.4')] }, ...all })).toBeUndefined()
  })
})

describe('reading the network interfaces', () => {
  function setUp() {
    const world = { now: 0, asked: 0, address: '192.168.1.20', isOutOfFiles: false }
    const nearby = createNearbySite({
      host: undefined,
      port: () => 3000,
      now: () => world.now,
      interfaces: () => {
        world.asked += 1
        if (world.isOutOfFiles) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
        return { wlan0: [at(world.address)] }
      },
    })
    return { world, nearby }
  }

  test('is cached for 5 s', () => {
    const { world, nearby } = setUp()
    for (let time = 0; time < 1_000; time += 1) nearby()
    expect([nearby(), world.asked]).toEqual(['http://192.168.1.20:3000', 1])
    world.address = '10.0.0.7'
    world.now = 4_999
    expect(nearby()).toBe('http://192.168.1.20:3000')
    world.now = 5_000
    expect([nearby(), world.asked]).toEqual(['http://10.0.0.7:3000', 2])
  })

  test('keeps the last address if no file descriptor is left', () => {
    const { world, nearby } = setUp()
    world.isOutOfFiles = true
    expect(nearby()).toBeUndefined()
    world.isOutOfFiles = false
    world.now = 5_000
    expect(nearby()).toBe('http://192.168.1.20:3000')
    world.isOutOfFiles = true
    world.now = 10_000
    expect(nearby()).toBe('http://192.168.1.20:3000')
  })
})
