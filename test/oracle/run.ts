// Runs all oracle tests on a product folder of your own: `npm run oracle -- <folder>`.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { repositoryRoot } from '../support/repository.js'

const specs = [
  'test/core/engine/program/oracle.test.js',
  'test/core/engine/program/client-engine.test.js',
  'test/core/engine/proof/oracle.test.js',
  'test/oracle/products.test.js',
]

/** The folder or its subfolder `oracle`; null if neither contains a product. */
function productFolder(path: string): string | null {
  const here = resolve(path)
  return [here, join(here, 'oracle')].find((folder) => existsSync(join(folder, 'product.json'))) ?? null
}

const [, , given] = process.argv
const folder = given === undefined ? null : productFolder(given)
if (folder === null) {
  const problem = given === undefined ? 'Name a folder' : `'${given}' contains no product.json; name a folder`
  process.stderr.write(
    `${problem} with product.json, sequences.json, facts.json, guidance.json, conflicts.json and defects.json.\n`,
  )
  process.exitCode = 2
} else {
  const mocha = join(repositoryRoot, 'node_modules/mocha/bin/mocha.js')
  const parameters = [mocha, ...specs.flatMap((spec) => ['--spec', join('dist', spec)])]
  const child = spawn(process.execPath, parameters, {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env: { ...process.env, SVC_ORACLE_FOLDER: folder },
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}
