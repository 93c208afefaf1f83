// Puts typical bugs into a copy of the compiled engine, one at a time, and expects its tests to fail: `npm run test:mutants`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, sourceFiles } from '../support/repository.js'
import type { Mutant } from './define.js'
import { mutants } from './mutants.js'

/** Bundling takes long and would find what the replay in this process finds. */
const left = /browser-twin|proof/

function copyOf(folder: string): void {
  for (const path of ['dist', 'package.json', 'test/fixtures']) cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

function testsPass(folder: string): boolean {
  const specs = sourceFiles()
    .map(({ path }) => path)
    .filter((path) => /^test\/core\/engine\/.*\.test\.ts$/.test(path) && !left.test(path))
    // The quick and telling ones first: most bugs end the run there.
    .sort((a, b) => Number(b.includes('oracle')) - Number(a.includes('oracle')))
    .map((path) => join('dist', path.replace(/\.ts$/, '.js')))
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js')
  const run = spawnSync(process.execPath, [mocha, '--no-config', '--bail', '--timeout', '20000', ...specs], {
    cwd: folder,
    timeout: 120_000,
  })
  return run.status === 0
}

function survives(folder: string, { file, find, replace, says }: Mutant): boolean {
  const path = join(folder, 'dist', file)
  const original = readFileSync(path, 'utf8')
  if (original.split(find).length !== 2) throw new Error(`'${says}': the text to change does not stand exactly once in ${file}.`)
  writeFileSync(
    path,
    original.replace(find, () => replace),
  )
  try {
    return testsPass(folder)
  } finally {
    writeFileSync(path, original)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'svc-mutants-'))
try {
  copyOf(folder)
  if (!testsPass(folder)) throw new Error('The tests fail without any bug put in; mend them first.')
  const survivors: string[] = []
  for (const mutant of mutants) {
    const alive = survives(folder, mutant)
    process.stdout.write(`${alive ? 'SURVIVED' : 'noticed '}  ${mutant.says}\n`)
    if (alive) survivors.push(mutant.says)
  }
  process.stdout.write(`${mutants.length - survivors.length} of ${mutants.length} bugs were noticed.\n`)
  if (survivors.length > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
