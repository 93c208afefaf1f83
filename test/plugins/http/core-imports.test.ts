// Tests how bundlers replace imports of the core's contracts.
import { expect } from 'chai'
import { createImportRewriter, ownContracts } from '../../../plugins/http/core-imports.js'

describe('imports of core contracts in a bundle', () => {
  const rewrite = createImportRewriter({ ...ownContracts, 'product-configurator-service': 'contract' })

  it('become imports of the modules that define the names', () => {
    expect(rewrite("import { shape, defineVerb as define } from 'product-configurator-service';")).to.equal(
      'import * as shape from "#core/model/verb/shape.js"; import { defineVerb as define } from "#core/verbs/define-verb.js";',
    )
    expect(rewrite("import { unit, type Unit } from '#core/surface.js'")).to.equal(
      'import { unit, type Unit } from "#core/storage/unit-of-work/transaction.js";',
    )
  })

  it('name only the used members of a section, also in type declarations', () => {
    const code =
      "import { isObject, textGaps } from '#core/surface.js'; const keys = [...textGaps.flatKey(a), report.textGaps.flatKey]"
    expect(rewrite(code)).to.equal(
      'import { isObject } from "#core/foundation/json.js"; import { flatKey as textGaps_flatKey } from "#core/foundation/language.js"; const keys = [...textGaps_flatKey(a), report.textGaps.flatKey]',
    )
    expect(rewrite("const { textGaps } = await import('#core/surface.js'); run(...textGaps\n  .flatKey)")).to.equal(
      'const [{ flatKey: textGaps_flatKey }] = await Promise.all([import("#core/foundation/language.js")]); run(...textGaps_flatKey)',
    )
    expect(rewrite("product: import('#core/surface.js').productEditing.ProductSource['questions']")).to.equal(
      'product: import("#core/engine/program/source.js").ProductSource[\'questions\']',
    )
  })

  it('load the defining modules on demand if the contract is imported on demand', () => {
    expect(rewrite("const { boot, tasks: all } = await import('#core/surface.js')")).to.equal(
      'const [{ boot }, { tasks: all }] = await Promise.all([import("#core/boot/boot.js"), import("#core/tasks/index.js")])',
    )
  })

  it('name the defining module in type declarations', () => {
    expect(rewrite("app: import('#core/contract.js').App")).to.equal('app: import("#core/app.js").App')
  })

  it('stay the same for types that the contract declares itself and for other modules', () => {
    expect(rewrite("import type { Plugin } from '#core/contract.js'")).to.equal(
      'import type { Plugin } from "#core/contract.js";',
    )
    expect(rewrite("import { readFile } from 'node:fs/promises'")).to.equal("import { readFile } from 'node:fs/promises'")
  })
})
