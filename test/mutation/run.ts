// Mutation test: applies typical bugs one at a time to copies of the compiled engine and expects its tests to fail: `npm run test:mutants`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repositoryRoot, readSourceFiles } from '../support/repository.js'
import type { Mutant } from './define.js'
import { mutants } from './mutants.js'

/** Omitted: bundling is slow, and the replay in this process detects the same bugs. */
const left = /client-engine|proof/

const specs = readSourceFiles()
  .map(({ path }) => path)
  .filter((path) => /^test\/core\/engine\/.*\.test\.ts$/.test(path) && !left.test(path))

/** The order of specs, since most bugs fail early: the folder of the file without slow searches, then the replay, then the rest. */
function specsFor(file: string): readonly string[] {
  const own = `test/${dirname(file)}/`
  const place = (path: string): number => {
    if (/explain|trace|incremental/.test(path)) return 3
    if (path.startsWith(own)) return 0
    return path.includes('oracle') ? 1 : 2
  }
  return specs.toSorted((a, b) => place(a) - place(b)).map((path) => join('dist', path.replace(/\.ts$/, '.js')))
}

function copyEngine(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-mutants-'))
  const copied = { recursive: true, filter: (path: string) => !path.endsWith('.map') }
  for (const path of ['dist', 'package.json', 'test/fixtures']) cpSync(join(repositoryRoot, path), join(folder, path), copied)
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** @param limit milliseconds after which an endless loop counts as a failure */
async function testsPass(folder: string, file: string, limit: number): Promise<boolean> {
  const mocha = join(repositoryRoot, 'node_modules/mocha/bin/mocha.js')
  const run = spawn(
    process.execPath,
    [...process.execArgv, mocha, '--no-config', '--bail', '--timeout', '60000', ...specsFor(file)],
    {
      cwd: folder,
      stdio: 'ignore',
      timeout: limit,
    },
  )
  await once(run, 'exit')
  return run.exitCode === 0
}

async function survives(folder: string, { file, find, replace, says: title }: Mutant, limit: number): Promise<boolean> {
  const path = join(folder, 'dist', file)
  const original = readFileSync(path, 'utf8')
  if (original.split(find).length !== 2) throw new Error(`'${title}': the text to change does not occur exactly once in ${file}.`)
  writeFileSync(
    path,
    original.replace(find, () => replace),
  )
  try {
    return await testsPass(folder, file, limit)
  } finally {
    writeFileSync(path, original)
  }
}

const folders = Array.from({ length: availableParallelism() }, copyEngine)
try {
  const began = performance.now()
  if (!(await testsPass(folders[0]!, '', 600_000))) throw new Error('The tests fail without a bug. Fix them first.')
  // Based on the duration without a bug. Several copies now run in parallel.
  const limit = Math.ceil(4 * (performance.now() - began))
  const survivors: string[] = []
  const waiting = mutants.values()
  // Each copy takes the next bug when it has finished one.
  const work = async (folder: string): Promise<void> => {
    for (const mutant of waiting) {
      const alive = await survives(folder, mutant, limit)
      process.stdout.write(`${alive ? 'SURVIVED' : 'detected'}  ${mutant.says}\n`)
      if (alive) survivors.push(mutant.says)
    }
  }
  await Promise.all(folders.map(work))
  process.stdout.write(`${mutants.length - survivors.length} of ${mutants.length} bugs were detected.\n`)
  if (survivors.length > 0) process.exitCode = 1
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
