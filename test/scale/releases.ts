// Later versions of the program, made from this build: each has another version number and migrations that move data between tables.
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coreMigrations } from '../../migrations/index.js'
import { repositoryRoot } from '../support/repository.js'

export interface Release {
  readonly version: string
  /** The program that serves the shop. */
  readonly program: string
}

/** The module that lists the core migrations, and the list in it. */
const listModule = 'dist/migrations/index.js'
const list = /(const coreMigrations = \[[^\]]+)\];/

/** Migrations that follow the migrations of this build: a table that is created, filled in small batches, and dropped. */
const scripts = [
  `name: 'expand', up: (steps) => steps.createTable({ name: 'svc_scale_notes', owner: 'core',
    columns: { id: { type: 'bigint', nullable: false } }, primaryKey: ['id'] })`,
  `name: 'migrate', up: (steps) => steps.dataInBatches(async (on) => (await on.run(
    \`INSERT INTO svc_scale_notes (id) SELECT p.id FROM svc_product p LEFT JOIN svc_scale_notes n ON n.id = p.id
    WHERE n.id IS NULL ORDER BY p.id LIMIT 10\`)).affected)`,
  `name: 'contract', up: (steps) => steps.dropTable('svc_scale_notes')`,
].map(
  (script, index) => `{ version: '${String(Number(coreMigrations.at(-1)!.version) + index + 1).padStart(4, '0')}', ${script} }`,
)
/** The number of scripts in each later version. The last but one only stops using the table that the last one drops. */
const scriptsOf = [1, 2, 2, 3] as const

const program = 'dist/test/scale/shop-process.js'

interface Package {
  readonly version: string
}

export interface Releases {
  readonly present: Release
  /** Adds the new table and column, and writes both. */
  readonly expanding: Release
  /** Copies the data that the present version wrote to the old column, and reads the new one. */
  readonly migrating: Release
  /** Uses only the new column. */
  readonly leaving: Release
  /** Drops the unused table and column. */
  readonly contracting: Release
}

/** This build, and newer copies of it in the folder. */
export function makeReleases(folder: string): Releases {
  const own = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as Package
  const [major, minor, patch] = own.version.split('.').map(Number)
  const createRelease = (step: 1 | 2 | 3 | 4): Release => {
    const version = `${major}.${minor}.${patch! + step}`
    const place = join(folder, version)
    mkdirSync(place)
    for (const name of readdirSync(repositoryRoot)) {
      if (name === 'dist')
        cpSync(join(repositoryRoot, name), join(place, name), {
          recursive: true,
          filter: (path) => !/\.(?:map|d\.ts)$/.test(path),
        })
      else if (name === 'package.json') writeFileSync(join(place, name), JSON.stringify({ ...own, version }))
      else if (!name.startsWith('.')) symlinkSync(join(repositoryRoot, name), join(place, name))
    }
    const path = join(place, listModule)
    const text = readFileSync(path, 'utf8')
    if (!list.test(text)) throw new Error(`'${listModule}' does not list the migrations of core.`)
    writeFileSync(path, text.replace(list, `$1, ${scripts.slice(0, scriptsOf[step - 1]).join(', ')}];`))
    return { version, program: join(place, program) }
  }
  const present = { version: own.version, program: join(repositoryRoot, program) }
  return {
    present,
    expanding: createRelease(1),
    migrating: createRelease(2),
    leaving: createRelease(3),
    contracting: createRelease(4),
  }
}
