// Later versions of the program, made of this build: another number, and one more migration each.
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../support/repository.js'

export interface Release {
  readonly version: string
  /** The program that serves the shop. */
  readonly program: string
}

/** Where the build lists the migrations of core: in the module, and in the file that joins it with others. */
const lists = ['dist/apart/migrations/index.js', 'dist/chunks/service-worker.js']
const list = 'const coreMigrations = [install];'
/** What the later versions run one after the other: a table that comes, and goes. */
const scripts = [
  `{ version: '0002', name: 'expand', up: (steps) => steps.createTable({ name: 'svc_scale_notes', owner: 'core',
    columns: { id: { type: 'bigint', nullable: false } }, primaryKey: ['id'] }) }`,
  `{ version: '0003', name: 'contract', up: (steps) => steps.dropTable('svc_scale_notes') }`,
]

const program = 'dist/test/scale/shop-process.js'

interface Package {
  readonly version: string
}

/** This build, and two copies in the folder that are newer. */
export function makeReleases(folder: string): readonly [Release, Release, Release] {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package
  const [major, minor, patch] = own.version.split('.').map(Number)
  const later = (count: 1 | 2): Release => {
    const version = `${major}.${minor}.${patch! + count}`
    const place = join(folder, version)
    mkdirSync(place)
    for (const name of readdirSync(root)) {
      if (name === 'dist')
        cpSync(join(root, name), join(place, name), { recursive: true, filter: (path) => !/\.(?:map|d\.ts)$/.test(path) })
      else if (name === 'package.json') writeFileSync(join(place, name), JSON.stringify({ ...own, version }))
      else if (!name.startsWith('.')) symlinkSync(join(root, name), join(place, name))
    }
    for (const name of lists) {
      const path = join(place, name)
      const text = readFileSync(path, 'utf8')
      if (!text.includes(list)) throw new Error(`'${name}' does not list the migrations of core as '${list}'.`)
      writeFileSync(path, text.replace(list, `const coreMigrations = [install, ${scripts.slice(0, count).join(', ')}];`))
    }
    return { version, program: join(place, program) }
  }
  return [{ version: own.version, program: join(root, program) }, later(1), later(2)]
}
