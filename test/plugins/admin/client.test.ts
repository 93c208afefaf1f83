// The admin's prebuilt client: script size, content security policy, and complete texts in both languages.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { firstScreenBudget, listStaticImports } from '../../../plugins/admin/bundle.js'
import { admin } from '../../../plugins/admin/index.js'
import { readRepositoryFile, repositoryRoot, readSourceFiles } from '../../support/repository.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'

const folder = `${repositoryRoot}/dist/plugins/admin/public`
const script = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8')
const weightOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(script(name), { level: 9 }).length, 0)

const textAreas = ['admin', 'admin-screens', 'admin-editor', 'admin-workshop', 'admin-transfer', 'admin-advisor']

/** Words that are the same in both languages. */
const alike: ReadonlySet<string> = new Set(['Filter', '{size} kB', 'Browser', 'Name', 'Status'])

const readTexts = (area: string, language: string): ReadonlyMap<string, string> =>
  new Map(Object.entries(JSON.parse(readRepositoryFile(`messages/${area}.${language}.json`)) as Record<string, string>))

describe('the browser client of the admin', () => {
  let app: ListeningApp
  before(async () => {
    app = await listenTestApp([admin()])
  })
  after(() => app?.stop())

  it('loads its first screen, a list or a form within the size budget', () => {
    const first = listStaticImports('admin.js', script)
    const withScreens = new Set([
      ...first,
      ...listStaticImports('list-screen.js', script),
      ...listStaticImports('record-screen.js', script),
    ])
    expect(weightOf(first)).to.be.within(20_000, firstScreenBudget)
    expect(weightOf([...withScreens])).to.be.within(weightOf(first), firstScreenBudget)
    expect(withScreens.has('ordered-grid.js'), 'the drag script is loaded only for ordered lists').to.equal(false)
  })

  it('is served with a policy that allows only its own scripts', async () => {
    const page = await fetch(`${app.url}/svc-admin/`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).to.contain("default-src 'none'").and.to.contain("script-src 'self'").and.to.contain("frame-ancestors 'none'")
    expect(policy).not.to.match(/unsafe|https?:|\*/)
    const [, address = ''] = /<script type="module" src="([^"]+)"/.exec(await page.text()) ?? []
    const loaded = await fetch(app.url + address)
    expect(loaded.headers.get('cache-control')).to.contain('immutable')
    expect(loaded.headers.get('content-type')).to.contain('text/javascript')
    expect((await fetch(app.url + address.replace(/assets\/\w+/, 'assets/0000000000000000'))).status).to.equal(404)
    expect((await fetch(app.url + address.replace('admin.js', '..%2fbundle.js'))).status).to.equal(404)
  })

  it('loads nothing from other origins', () => {
    const outside = readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) =>
        [...script(name).matchAll(/(?:import|fetch|src=)\s*\(?["'`](https?:[^"'`]+)/g)].map(([, url]) => `${name}: ${url}`),
      )
    expect(outside).to.deep.equal([])
  })

  it('has every text in both languages with the same placeholders', () => {
    const placesIn = (text: string): readonly string[] =>
      [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name!))].sort()
    for (const area of textAreas) {
      const [en, de] = [readTexts(area, 'en'), readTexts(area, 'de')]
      expect([...de.keys()].sort()).to.deep.equal([...en.keys()].sort())
      expect(en.size).to.be.above(50)
      for (const [key, text] of en) {
        expect(placesIn(de.get(key)!), key).to.deep.equal(placesIn(text))
        expect(text.trim(), key).not.to.equal('')
        if (/\p{L}{2}/u.test(text.replaceAll(/\{\w+(?:, number)?\}/g, '')) && !alike.has(text))
          expect(de.get(key), key).not.to.equal(text)
      }
    }
  })

  it('has no text that no screen uses', () => {
    const code = readSourceFiles()
      .filter(({ path }) => path.startsWith('plugins/admin/browser/'))
      .map(({ text }) => text)
      .join('\n')
    // Or a member of an object whose members name texts.
    const isUsed = (key: string): boolean => code.includes(`'${key}'`) || code.includes(`\n  ${key}: {`)
    const unused = textAreas.flatMap((area) => [...readTexts(area, 'en').keys()]).filter((key) => !isUsed(key))
    expect(unused).to.deep.equal([])
  })
})
