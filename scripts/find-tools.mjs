// Finds programs. Plain JavaScript, because the bootstrap imports it before anything is installed.
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program of an npm package, to run with `process.execPath`: its link in node_modules/.bin takes the first Node on the PATH. */
export function findPackageProgram(packageName, name = packageName) {
  const folder = fileURLToPath(new URL(`../node_modules/${packageName}`, import.meta.url))
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, bin[name])
}

/** The folder of PostgreSQL's server programs (initdb, postgres), or undefined. POSTGRES_BIN overrides. */
export function findPostgresBin() {
  const folders = process.env.POSTGRES_BIN
    ? [process.env.POSTGRES_BIN]
    : [...debianPostgres(), ...pathFolders(), '/opt/homebrew/opt/postgresql@18/bin', '/usr/local/pgsql/bin']
  return folders.find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')))
}

/** The executable of Chromium or Chrome, or undefined. CHROMIUM_PATH overrides. */
export function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const programs = process.env.CHROMIUM_PATH
    ? [process.env.CHROMIUM_PATH]
    : [
        '/usr/bin/chromium',
        ...pathFolders().flatMap((folder) => names.map((name) => join(folder, name))),
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
      ]
  return programs.find(isProgram)
}

/** The executable of Firefox, or undefined. FIREFOX_PATH overrides. */
export function findFirefox() {
  if (process.env.FIREFOX_PATH) return [process.env.FIREFOX_PATH].find(isProgram)
  return (
    findProgram('firefox-esr') ??
    findProgram('firefox') ??
    ['/Applications/Firefox.app/Contents/MacOS/firefox'].find(isProgram)
  )
}

/** WebKit's MiniBrowser, which its driver starts, or undefined. */
export function findMiniBrowser() {
  return foldersIn('/usr/lib')
    .map((folder) => join(folder, 'webkit2gtk-4.1/MiniBrowser'))
    .find(isProgram)
}

/** Python 3, or undefined. Tests start it by name, so only the PATH counts. */
export function findPython() {
  return pathFolders()
    .map((folder) => join(folder, 'python3'))
    .find(isProgram)
}

/** A program by name, or undefined. Debian keeps nginx in a folder that only root's PATH has. */
export function findProgram(name) {
  return [...pathFolders(), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
    .map((folder) => join(folder, name))
    .find(isProgram)
}

/** Debian has a folder per version; the newest comes first. */
function debianPostgres() {
  return foldersIn('/usr/lib/postgresql')
    .sort((one, other) => Number(basename(other)) - Number(basename(one)))
    .map((version) => join(version, 'bin'))
}

function foldersIn(folder) {
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

function pathFolders() {
  return (process.env.PATH ?? '').split(delimiter).filter(Boolean)
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
