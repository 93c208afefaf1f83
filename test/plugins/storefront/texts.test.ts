// The shop front's texts: the compiled scripts of the browser against the ICU library, and the catalogs of each language.
import { parse } from '@formatjs/icu-messageformat-parser'
import { expect } from 'chai'
import { getTexts, readTextCatalog, textCatalogs } from '../../../plugins/storefront/language-texts.js'
import { compileTextCatalog, listPlaceholders } from '../../../plugins/storefront/text/compile.js'
import { textLanguages } from '../../../plugins/storefront/text/languages.js'

type Values = Readonly<Record<string, number | string>>
type Texts = Readonly<Record<string, string | ((values: Values) => string)>>

const catalogs = Object.values(textCatalogs)

/** The texts as a browser loads them. */
async function loadCompiledTexts(catalog: (typeof catalogs)[number], language: string): Promise<Texts> {
  const script = Buffer.from(compileTextCatalog(catalog, language)).toString('base64')
  const module = (await import(`data:text/javascript;base64,${script}`)) as { readonly texts: Texts }
  return module.texts
}

/** Values of all placeholders of a text: several counts, and each branch of a selection. */
function* listSampleValues(text: string): Generator<Values> {
  const placeholders = listPlaceholders(parse(text, { ignoreTag: true }))
  const branches = [...text.matchAll(/([\w-]+) \{/g)].map(([, name]) => name!)
  const counts = [0, 1, 2, 3, 11, 21, 1234]
  for (const branch of [...branches, 'unknown'])
    for (const count of counts)
      yield Object.fromEntries(
        [...placeholders].map(([name, type]) => [name, type === 'number' ? count : type === 'string' ? branch : `<${name}>`]),
      )
}

describe('the compiled texts of the storefront', () => {
  for (const language of textLanguages) {
    it(`read as the ICU library formats them: ${language}`, async () => {
      for (const catalog of catalogs) {
        const compiledTexts = await loadCompiledTexts(catalog, language)
        const expectedTexts = getTexts<Texts>(catalog, language)
        expect(Object.keys(compiledTexts)).to.have.members(Object.keys(expectedTexts))
        for (const [key, source] of Object.entries(readTextCatalog(catalog, language))) {
          const [compiled, expected] = [compiledTexts[key]!, expectedTexts[key]!]
          if (typeof expected === 'string' || typeof compiled === 'string') expect(compiled, key).to.equal(expected)
          else for (const values of listSampleValues(source)) expect(compiled(values), key).to.equal(expected(values))
        }
      }
    })
  }
})
