// Bundles the engine and the stock types for a browser and replays the recorded sessions without any Node.js API.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect } from 'chai'
import { listOracleFolders } from '../../../oracle/oracle-product.js'
import { type ReplayedEngine, replaySessions } from '../../../oracle/oracle-session.js'
import { repositoryRoot } from '../../../support/repository.js'

/** A module that exports the functions for a replay. */
function entryModule(): string {
  const from = (path: string): string => JSON.stringify(join(repositoryRoot, path))
  return [
    `export { compileProgram as compile } from ${from('core/engine/program/compiler.ts')}`,
    `export { initializeConfiguration as start, changeSelection as change } from ${from('core/engine/program/configuration.ts')}`,
    `export { computeUnitTotals as unitFigures } from ${from('core/engine/program/state.ts')}`,
    `export { currentSelections as heldSelections, calculationValues } from ${from('core/engine/program/configuration.ts')}`,
    `export { fromAmount, toAmount } from ${from('core/engine/money/amount.ts')}`,
    `import { createEngineTypes } from ${from('core/engine/program/source.ts')}`,
    `import { stock } from ${from('plugins/stock/index.ts')}`,
    'export const types = createEngineTypes(stock.contributes)',
  ].join('\n')
}

async function bundle(folder: string): Promise<string> {
  const { build } = await import('vite')
  writeFileSync(join(folder, 'entry.js'), entryModule())
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    resolve: {
      alias: { '#core': join(repositoryRoot, 'core'), 'product-configurator-service': join(repositoryRoot, 'core/contract.ts') },
    },
    build: {
      outDir: join(folder, 'out'),
      target: 'es2022',
      lib: { entry: join(folder, 'entry.js'), formats: ['iife'], name: 'engine', fileName: () => 'engine.js' },
      rollupOptions: { treeshake: { moduleSideEffects: false } },
    },
  })
  return readFileSync(join(folder, 'out', 'engine.js'), 'utf8')
}

describe('The engine in a browser', () => {
  let code: string
  before(async function () {
    this.timeout(60_000)
    const folder = mkdtempSync(join(tmpdir(), 'svc-twin-'))
    try {
      code = await bundle(folder)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('needs no Node.js API', () => {
    expect(code).to.not.match(/["'`]node:|[^.\w]require\(|__vite-browser-external|process\.env/)
  })

  for (const name of listOracleFolders()) {
    it(`returns the same result as the server at every step of ${name}`, function () {
      this.timeout(60_000)
      // A context with only the built-in objects of the language.
      const world = createContext(Object.create(null) as object)
      runInContext(`${code}; globalThis.engine = engine`, world)
      const engine = runInContext('engine', world) as ReplayedEngine
      expect(replaySessions(name, engine)).to.deep.equal({ sessions: 200, differences: [] })
    })
  }
})
