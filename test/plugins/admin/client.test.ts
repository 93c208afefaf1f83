// The admin's prebuilt client: script size and content security policy.
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { firstScreenBudget, listStaticImports } from '../../../plugins/admin/bundle.js'
import { admin } from '../../../plugins/admin/index.js'
import { repositoryRoot } from '../../support/repository.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'

const folder = `${repositoryRoot}/dist/plugins/admin/public`
const script = (name: string): string => readFileSync(`${folder}/${name}`, 'utf8')
const weightOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(script(name), { level: 9 }).length, 0)

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
      ...listStaticImports('record-form.js', script),
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
})
