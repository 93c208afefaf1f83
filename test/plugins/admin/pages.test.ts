// The admin pages without script: server-rendered forms with the same validation and access checks.
import { expect } from 'chai'
import { example } from '../../../customizations/example/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { sampleId } from '../rest/samples.js'
import { everyScope, provider } from '../rest/service.js'
import { type AdminClient, type AdminService, makeFirst, password, startAdmin } from './service.js'

interface Shown {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

type Sent = Readonly<Record<string, string>>

describe('the admin pages without script', function () {
  this.timeout(60_000)
  let service: AdminService
  let client: AdminClient
  before(async () => {
    service = await startAdmin({ plugins: [stock, provider], customizations: [example()] })
    client = await service.as(...everyScope)
  })
  after(() => service.stop())

  const address = (path: string): string => `${service.app.url}/svc-admin/${path}`

  async function show(path: string, headers: Sent = { cookie: client.cookie }): Promise<Shown> {
    const response = await fetch(address(path), { headers, redirect: 'manual' })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }

  async function post(path: string, fields: Sent, headers: Sent = {}): Promise<Shown> {
    const response = await fetch(address(path), {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: client.cookie, origin: service.app.url, ...headers },
      body: new URLSearchParams({ _csrf: client.csrf, ...fields }),
    })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }

  /** The values of the inputs of a page, by name. */
  const valuesIn = (text: string): ReadonlyMap<string, string> =>
    new Map([...text.matchAll(/<input [^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))

  const lamp = { title_en_GB: 'Lamp', title_de_DE: 'Leuchte', tax_class_id: '1', baseprice: '49.9' }

  async function makeLamp(fields: Sent = {}): Promise<string> {
    const creation = await post('records/product/new', { ...lamp, ...fields })
    expect(creation.status, creation.text).to.equal(303)
    return /records\/product\/(\d+)\?done=saved$/.exec(creation.headers.get('location') ?? '')![1]!
  }

  it('have a strict content policy, are not cached and cannot be framed', async () => {
    for (const path of ['', 'records/product', 'records/product/new', 'tokens', 'nothing']) {
      const { headers } = await show(path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).to.match(/^default-src 'none'; script-src 'self';/)
      expect(policy).to.contain("frame-ancestors 'none'").and.not.to.contain('unsafe')
      expect(headers.get('cache-control')).to.equal('no-store')
      expect(headers.get('referrer-policy')).to.match(/same-origin$/)
    }
    const style = await fetch(address('page.css'))
    expect([style.status, style.headers.get('content-type')]).to.deep.equal([200, 'text/css; charset=utf-8'])
  })

  it('ask for sign-in in the language of the browser', async () => {
    const english = await show('records/product', {})
    expect(english.status).to.equal(401)
    expect(english.text).to.contain('<h1>Sign in</h1>').and.to.contain('value="/svc-admin/records/product"')
    const german = await show('', { 'accept-language': 'de-DE,de;q=0.9' })
    expect(german.text).to.contain('<h1>Anmelden</h1>').and.to.contain('<html lang="de" dir="ltr">')
    const hebrew = await show('', { 'accept-language': 'fr-FR, he-IL;q=0.9, en;q=0.8' })
    expect(hebrew.text).to.contain('<h1>כניסה</h1>').and.to.contain('dir="rtl">')
  })

  it('sign people in and out, and redirect only to pages of the admin', async () => {
    const email = 'page@shop.example'
    const separate = await startAdmin()
    try {
      await makeFirst(separate.app, email)
      const url = `${separate.app.url}/svc-admin`
      const signIn = (fields: Sent, origin = separate.app.url): Promise<Response> =>
        fetch(`${url}/sign-in`, { method: 'POST', redirect: 'manual', headers: { origin }, body: new URLSearchParams(fields) })
      const wrong = await signIn({ email, password: 'not this one', next: '/svc-admin/tokens' })
      expect(wrong.status).to.equal(401)
      expect(await wrong.text())
        .to.contain('role="alert"')
        .and.to.contain('value="/svc-admin/tokens"')
        .and.not.to.contain('not this one')
      expect((await signIn({ email, password }, 'https://evil.example')).status).to.equal(403)
      for (const next of ['https://evil.example', '//evil.example', '/svc-admin/../evil', '/svc-admin//evil', '/\\evil', '']) {
        const answer = await signIn({ email, password, next })
        expect([answer.status, answer.headers.get('location')], next).to.deep.equal([303, '/svc-admin/'])
      }
      const answer = await signIn({ email, password, next: '/svc-admin/records/product/1' })
      expect(answer.headers.get('location')).to.equal('/svc-admin/records/product/1')
      const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]!
      const page = await (await fetch(`${url}/`, { headers: { cookie } })).text()
      const csrf = valuesIn(page).get('_csrf')!
      const leave = (token: string): Promise<Response> =>
        fetch(`${url}/sign-out`, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie, origin: separate.app.url },
          body: new URLSearchParams({ _csrf: token }),
        })
      expect((await leave('made up')).status).to.equal(403)
      expect((await fetch(`${url}/`, { headers: { cookie } })).status).to.equal(200)
      expect((await leave(csrf)).headers.get('set-cookie')).to.contain('Max-Age=0')
      expect((await fetch(`${url}/`, { headers: { cookie } })).status).to.equal(401)
    } finally {
      await separate.stop()
    }
  })

  it('list, sort, search and page', async () => {
    for (let i = 0; i < 30; i++) await makeLamp({ title_en_GB: `Row ${String(i).padStart(2, '0')}` })
    const first = await show('records/product?search=row&sort=title')
    expect(first.status).to.equal(200)
    expect(first.text).to.contain('Row 00').and.to.contain('Row 24').and.not.to.contain('Row 25')
    expect(first.text).to.contain('30 found').and.to.contain('aria-sort="ascending"')
    expect(first.text).to.contain('href="/svc-admin/records/product?search=row&amp;sort=title&amp;offset=25"')
    const second = await show('records/product?search=row&sort=title&offset=25')
    expect(second.text).to.contain('Row 29').and.not.to.contain('Row 24')
    expect((await show('records/product?search=nothing-like-it')).text).to.contain('No results. Change or clear the search.')
    expect((await show('records/product?sort=nonsense')).status).to.equal(200)
    expect((await show('records/nothing')).status).to.equal(404)
  })

  it('show titles of referenced records, and times in readable form', async () => {
    const product_id = await makeLamp({ title_en_GB: 'Named lamp' })
    const page = await post('records/page/new', { product_id, title_en_GB: 'Shade', title_de_DE: 'Schirm' })
    expect(page.status, page.text).to.equal(303)
    expect((await show('records/page')).text).to.contain('<td>Named lamp</td>')
    await service.app.records.write(
      'chat-conversation',
      { language_tag: 'en-GB', started: '2026-03-01T13:05:00.000Z' },
      { internal: true },
    )
    expect((await show('records/chat-conversation')).text).to.contain('<td>1 Mar 2026, 13:05 UTC</td>')
    expect((await show('')).text).to.contain('Choose an area in the menu.')
  })

  it('show and read days and times in the time zone of the shop, and name the zone', async () => {
    const { app } = service
    const product_id = await makeLamp({ title_en_GB: 'Lamp with dates' })
    const page_id = (
      await app.records.write('page', { product_id: Number(product_id), title_en_GB: 'Shade', title_de_DE: 'Schirm' })
    ).id
    const question = { page_id, question_type: 'Radiobuttons', title_en_GB: 'Colour', title_de_DE: 'Farbe' }
    const question_id = (await app.records.write('question', question)).id
    const availability_date = '2026-12-31T23:30:00.000Z'
    const answer = { question_id, title_en_GB: 'Red', title_de_DE: 'Rot', availability_date }
    const { id } = await app.records.write('answer', answer)
    const path = `records/answer/${id}`
    const stored = async (): Promise<unknown> => (await app.records.read('answer', id)).record['availability_date']
    try {
      for (const [zone, local, typed, utc] of [
        ['Europe/Berlin', '2027-01-01T00:30', '2027-01-02T00:15', '2027-01-01T23:15:00.000Z'],
        ['America/New_York', '2026-12-31T18:30', '2026-12-31T19:00', '2027-01-01T00:00:00.000Z'],
      ] as const) {
        await app.records.write('answer', { availability_date }, { id })
        await app.records.write('settings', { time_zone: zone }, { id: 1 })
        const { text } = await show(path)
        expect(valuesIn(text).get('availability_date')).to.equal(local)
        expect(text).to.contain('type="datetime-local"').and.to.contain(`Time zone: ${zone}`)
        const revision = valuesIn(text).get('_revision')!
        expect((await post(path, { _revision: revision, availability_date: local })).status).to.equal(303)
        expect(await stored(), 'an unchanged time').to.equal(availability_date)
        const again = valuesIn((await show(path)).text).get('_revision')!
        expect((await post(path, { _revision: again, availability_date: typed })).status).to.equal(303)
        expect(await stored()).to.equal(utc)
      }
      await app.records.write('chat-conversation', { language_tag: 'en-GB', started: availability_date }, { internal: true })
      expect((await show('records/chat-conversation')).text).to.contain('<td>31 Dec 2026, 18:30 America/New_York</td>')
      const minted = await post('tokens', { name: 'until new year', preset: 'author', expires: '2090-01-01' })
      expect(minted.text).to.contain('<td>1 Jan 2090, 23:59 America/New_York</td>')
      const token = (await app.access.tokens.list()).find(({ name }) => name === 'until new year')
      expect(token?.expires).to.equal('2090-01-02T04:59:59.999Z')
    } finally {
      await app.records.write('settings', { time_zone: null }, { id: 1 })
    }
  })

  it('create, change and delete a record, confirm it, and reject an outdated revision', async () => {
    const id = await makeLamp()
    const page = await show(`records/product/${id}?done=saved`)
    expect(page.text).to.contain('<h1>Product: Lamp</h1>').and.to.contain('role="status">Saved.')
    const values = valuesIn(page.text)
    expect(values.get('baseprice')).to.equal('49.9')
    const revision = values.get('_revision')!
    expect(
      (await post(`records/product/${id}`, { _revision: revision, sku: 'L-1', title_en_GB: 'Lamp', title_de_DE: 'Leuchte' }))
        .status,
    ).to.equal(303)
    expect((await service.app.records.read('product', Number(id))).record).to.include({
      sku: 'L-1',
      title_en_GB: 'Lamp',
      baseprice: 49.9,
    })
    const late = await post(`records/product/${id}`, { _revision: revision, sku: 'L-2' })
    expect(late.status).to.equal(412)
    expect(late.text).to.contain('Another user changed this entry').and.to.contain('value="L-2"')
    expect((await service.app.records.read('product', Number(id))).record).to.include({ sku: 'L-1' })
    const now = valuesIn(late.text).get('_revision')!
    const removal = await post(`records/product/${id}`, { _revision: now, _remove: '1' })
    expect([removal.status, removal.headers.get('location')]).to.deep.equal([303, '/svc-admin/records/product?done=removed'])
    expect((await show(`records/product/${id}`)).status).to.equal(404)
  })

  it('show an error at each invalid field and keep the typed values', async () => {
    const before = (await service.app.records.list('product', { limit: 0 })).meta.total
    const refused = await post('records/product/new', {
      title_en_GB: 'Only English',
      baseprice: 'dear',
      baseprice_overrides: '[{',
    })
    expect(refused.status).to.equal(422)
    expect(refused.text).to.contain('href="#baseprice_overrides"').and.to.contain('value="Only English"')
    const next = await post('records/product/new', { title_en_GB: 'Only English', baseprice: 'dear' })
    for (const key of ['title_de_DE', 'baseprice', 'tax_class_id']) {
      expect(next.text, key).to.contain(`href="#${key}"`)
      expect(next.text, key).to.match(new RegExp(`id="${key}" name="${key}"[^>]* aria-invalid="true"`))
    }
    expect(next.text).to.contain('value="dear"')
    expect((await service.app.records.list('product', { limit: 0 })).meta.total).to.equal(before)
  })

  it('say that an address does not exist, in place of the error of the API', async () => {
    for (const path of ['records/settings/new', 'records/sales-order/new', 'records/nonsense']) {
      const { status, text } = await show(path)
      expect(status, path).to.equal(404)
      expect(text, path).to.contain('<h1>Page not found.</h1>').and.not.to.contain('"code"')
    }
  })

  it('escape hostile texts', async () => {
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const id = await makeLamp({ title_en_GB: evil, sku: evil })
    for (const path of [
      `records/product/${id}`,
      'records/product?sort=-id',
      `records/product?search=${encodeURIComponent(evil)}`,
    ]) {
      const { text } = await show(path)
      expect(text, path).not.to.contain('<script>alert').and.not.to.contain('<img')
      expect(text, path).to.contain('&lt;script&gt;')
    }
  })

  it('have a form for a record of every entity that changes nothing when sent unchanged', async () => {
    for (const entity of service.app.context.registry.entities.values()) {
      const id = await sampleId(service.app, entity)
      const page = await show(`records/${entity.name}/${id}`)
      expect(page.status, `${entity.name} ${page.text.slice(0, 300)}`).to.equal(200)
      if (entity.operations.includes('create'))
        expect((await show(`records/${entity.name}/new`)).status, entity.name).to.equal(200)
      if (!entity.operations.includes('update')) continue
      const { record } = await service.app.records.read(entity.name, id)
      // Browsers decode escaped values. This test skips them.
      const inputs = [...valuesIn(page.text)].filter(
        ([name, value]) => !['_csrf', '_remove'].includes(name) && !value.includes('&'),
      )
      expect(
        inputs.map(([name]) => name),
        entity.name,
      ).to.include('_revision')
      const plain = Object.fromEntries(inputs)
      const saved = await post(`records/${entity.name}/${id}`, plain)
      expect(saved.status, `${entity.name} ${saved.text.slice(0, 3000)}`).to.equal(303)
      expect((await service.app.records.read(entity.name, id)).record, entity.name).to.deep.equal(record)
    }
  })

  it('create a token that is shown once, and revoke it', async () => {
    const minted = await post('tokens', { name: 'Shop sync', preset: 'author', scopes: '', expires: '30d' })
    expect(minted.status).to.equal(200)
    const token = /svc_\d+_[\w-]{43}/.exec(minted.text)![0]
    const read = await fetch(`${service.app.url}/svc-api/v1/product`, { headers: { authorization: `Bearer ${token}` } })
    expect(read.status).to.equal(200)
    expect((await show('tokens')).text)
      .to.contain('Shop sync')
      .and.not.to.contain(token)
    const refused = await post('tokens', { name: '', preset: 'boss' })
    expect([refused.status, refused.text.includes('role="alert"')]).to.deep.equal([422, true])
    const id = token.split('_')[1]!
    expect((await post(`tokens/${id}`, {})).headers.get('location')).to.equal('/svc-admin/tokens?done=revoked')
    expect((await fetch(`${service.app.url}/svc-api/v1/`, { headers: { authorization: `Bearer ${token}` } })).status).to.equal(
      401,
    )
  })

  it("show and accept only fields that the account's scopes allow", async () => {
    const clerk = await service.as('orders:write')
    const cookie = { cookie: clerk.cookie }
    const home = await show('', cookie)
    expect(home.text).to.contain('records/sales-order').and.not.to.contain('records/product').and.not.to.contain('/tokens')
    for (const path of ['records/product', 'records/product/1', 'records/product/new', 'tokens'])
      expect((await show(path, cookie)).status, path).to.equal(403)
    const before = (await service.app.records.list('product', { limit: 0 })).meta.total
    for (const [path, fields] of [
      ['records/product/new', lamp],
      ['records/product/1', { sku: 'x' }],
      ['records/product/1', { _remove: '1' }],
      ['tokens', { name: 'x', preset: 'everything' }],
      ['tokens/1', {}],
    ] as readonly (readonly [string, Sent])[])
      expect((await post(path, { ...fields, _csrf: clerk.csrf }, cookie)).status, path).to.equal(403)
    expect((await service.app.records.list('product', { limit: 0 })).meta.total).to.equal(before)
    expect((await show('records/product/1', {})).status).to.equal(401)
  })

  it('reject forged requests of other sites', async () => {
    const before = (await service.app.records.list('product', { limit: 0 })).meta.total
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }])
      expect((await post('records/product/new', lamp, headers)).status).to.equal(403)
    for (const token of ['', 'made up', (await service.as('catalog:write')).csrf])
      expect((await post('records/product/new', { ...lamp, _csrf: token })).status).to.equal(403)
    expect((await service.app.records.list('product', { limit: 0 })).meta.total).to.equal(before)
  })

  it('name the effects of a removed language, and save the change only after confirmation; refuse a new base currency of a shop with prices', async () => {
    const { records } = service.app
    const languages = async (): Promise<readonly string[]> =>
      (await service.app.shop.createContext({}).at()).versionedSnapshot.snapshot.languages
    const sendConfirmed = async (path: string, fields: Sent, warning: string): Promise<readonly number[]> => {
      const statuses: number[] = []
      for (const confirmed of [{}, { _confirm: '1' }] as readonly Sent[]) {
        const { status, text } = await post(path, { ...fields, ...confirmed })
        statuses.push(status)
        if (status === 200) expect(text).to.contain(warning).and.contain('name="_confirm"').and.not.contain('Saved.')
      }
      return statuses
    }
    const before = await languages()
    const remaining = { active_languages: JSON.stringify(['en-GB']) }
    expect(await sendConfirmed('records/settings/1', remaining, 'will no longer be shown to shoppers')).to.deep.equal([200, 303])
    expect(await languages()).to.deep.equal(['en-GB'])
    await records.write('settings', { active_languages: before }, { id: 1 })
    const { records: currencies } = await records.list('currency', { limit: 500 })
    const next = Number(currencies.find(({ is_base }) => is_base !== true)!['id'])
    const isBase = async (): Promise<unknown> => (await records.read('currency', next)).record['is_base']
    const first = await post(`records/currency/${next}`, { is_base: 'true' })
    expect([first.status, await isBase()]).to.deep.equal([200, false])
    const warning = 'Amounts are not converted'
    // The shop has prices, which nothing would convert.
    expect(await sendConfirmed(`records/currency/${next}`, { is_base: 'true' }, warning)).to.deep.equal([200, 422])
    expect(await isBase()).to.equal(false)
    expect((await post(`records/currency/${next}`, { symbol: 'Y' })).status).to.equal(303)
  })
})
