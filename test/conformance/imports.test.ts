// Tests the import reader that the layer, cycle and library rules use.
import { expect } from 'chai'
import { importsOf, packageOf, resolveImport } from './imports.js'

describe('import reader', () => {
  it('finds every form of import, and marks type imports and dynamic imports', () => {
    const text = [
      "import { a, type B } from './a.js'",
      "import type { C } from './c.js'",
      'import {',
      '  type D,',
      '  type E,',
      "} from './d.js'",
      "import * as f from './f.js'",
      "import './g.js'",
      "export { h } from './h.js'",
      "export type { I } from './i.js'",
      "export * from './j.js'",
      "  const k = await import('./k.js')",
      "  l: import('./l.js').L",
    ].join('\n')
    const all = importsOf(text).map(
      ({ specifier, typeOnly, dynamic }) => `${specifier}${typeOnly ? ' type' : ''}${dynamic ? ' dynamic' : ''}`,
    )
    expect(all).to.deep.equal([
      './a.js',
      './c.js type',
      './d.js type',
      './f.js',
      './g.js',
      './h.js',
      './i.js type',
      './j.js',
      './k.js dynamic',
      './l.js dynamic',
    ])
  })

  it('ignores comments, other exports and imports inside generated text', () => {
    const text = [
      "// import './a.js'",
      '/**',
      " * await import('./b.js')",
      ' */',
      "export const c = 'd'",
      "export function e(f = 'g'): string {",
      "  return `import { h } from './h.js'`",
      '}',
    ].join('\n')
    expect(importsOf(text)).to.deep.equal([])
  })

  it('resolves relative, #core and own-name specifiers, and leaves packages unresolved', () => {
    expect(resolveImport('plugins/rest/routes/list.ts', '../../http/server.js')).to.equal('plugins/http/server.ts')
    expect(resolveImport('plugins/rest/index.ts', '#core/app.js')).to.equal('core/app.ts')
    expect(resolveImport('hosts/standalone/index.ts', 'product-configurator-service')).to.equal('core/contract.ts')
    expect(resolveImport('svc.config.ts', 'product-configurator-service/plugins/http')).to.equal('plugins/http/index.ts')
    expect(resolveImport('core/config.ts', 'cosmiconfig')).to.equal(null)
    expect(packageOf('@fastify/static/types.js')).to.equal('@fastify/static')
    expect(packageOf('ajv/dist/2020.js')).to.equal('ajv')
    expect(packageOf('./a.js')).to.equal(null)
  })
})
