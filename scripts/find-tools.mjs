// Where the programs that npm does not install may be. Plain JavaScript: the bootstrap reads it before anything is installed.
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The folder of PostgreSQL's server programs (initdb, postgres), or undefined. POSTGRES_BIN overrides. */
export function findPostgresBin() {
  const folders = process.env.POSTGRES_BIN
    ? [process.env.POSTGRES_BIN]
    : [...debianPostgres(), ...pathFolders(), '/opt/homebrew/opt/postgresql@18/bin', '/usr/local/pgsql/bin']
  return folders.find((folder) => isProgram(join(folder, 'initdb')) && isProgram(join(folder, 'postgres')))
}

/** Chromium's or Chrome's program, or undefined. CHROMIUM_PATH overrides. */
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

/** A program by its name, or undefined. Debian keeps nginx where only root's PATH leads. */
export function findProgram(name) {
  return [...pathFolders(), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']
    .map((folder) => join(folder, name))
    .find(isProgram)
}

/** Debian keeps each version's programs in a folder of its own; the newest first. */
function debianPostgres() {
  try {
    return readdirSync('/usr/lib/postgresql')
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => `/usr/lib/postgresql/${version}/bin`)
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
