// The language filter of a host: prefixed URLs, and 301 for unprefixed GET, HEAD, PATCH and DELETE.
import { expect } from 'chai'
import { standalone } from '../../../hosts/standalone/index.js'
import type { JsonClient } from '../../support/json-client.js'
import { outcome, type RestService, startRest } from './service.js'

const root = '/svc-api/v1'

describe('the language filter', () => {
  let service: RestService
  let client: JsonClient
  before(async () => {
    const host = standalone()
    const urls = { ...host.adapters.urls, languageFilter: true }
    service = await startRest({ host: { ...host, adapters: { ...host.adapters, urls } } })
    client = service.admin
  })
  after(() => service.stop())

  it('redirects unprefixed requests before any other check, and changes nothing', async () => {
    const { data } = (await client.send('POST', `/en${root}/salutation`, { title_en_GB: 'Dr', title_de_DE: 'Dr.' })).body as {
      data: { id: number }
    }
    for (const method of ['GET', 'HEAD', 'PATCH', 'DELETE']) {
      const answer = await service.stranger.send(
        method,
        `${root}/salutation/${data.id}?languageTag=de-DE`,
        method === 'PATCH' ? { title: 'x' } : undefined,
      )
      expect([answer.status, answer.headers.location], method).to.deep.equal([
        301,
        `/en${root}/salutation/${data.id}?languageTag=de-DE`,
      ])
    }
    const read = await client.send('GET', `/de${root}/salutation/${data.id}`)
    expect(read.body).to.have.nested.property('data.record.title', 'Dr.')
    expect(outcome(await client.send('PUT', `${root}/salutation/1`, {}))).to.equal('405 METHOD_NOT_ALLOWED')
  })

  it("processes an unprefixed POST in the store's default language, also with a method override", async () => {
    const created = await client.send('POST', `${root}/salutation`, { title: 'Prof', title_de_DE: 'Prof.' })
    expect([created.status, created.headers.location]).to.satisfy(
      ([status, at]: [number, string]) => status === 201 && at.startsWith('/'),
    )
    const { id } = (created.body as { data: { id: number } }).data
    const changed = await client.send(
      'POST',
      `${root}/salutation/${id}`,
      { title: 'Professor' },
      { 'x-http-method-override': 'PATCH' },
    )
    expect(changed.body).to.have.nested.property('data.record.title_en_GB', 'Professor')
    const deleted = await client.send('POST', `${root}/salutation/${id}`, undefined, { 'x-http-method-override': 'DELETE' })
    expect(deleted.body).to.have.nested.property('data.deleted', true)
  })

  it('writes a plain key in the language of the prefix, and returns links with the prefix', async () => {
    const created = await client.send('POST', `/de${root}/salutation`, { title: 'Dipl.-Ing.', title_en_GB: 'MSc' })
    expect(created.headers.location).to.match(/^\/de\/svc-api\/v1\/salutation\/\d+$/)
    expect(created.body).to.have.nested.property('data.record.title_de_DE', 'Dipl.-Ing.')
    const index = await client.data<{ entities: { links: { collection: string } }[] }>('GET', `/de${root}/`)
    expect(index.entities[0]?.links.collection).to.match(/^\/de\//)
  })

  it('follows changes of the active languages', async () => {
    const id = Number((await service.app.records.list('settings')).records[0]!.id)
    expect((await client.send('GET', `/fr${root}/`)).status).to.equal(301)
    await service.app.records.write('settings', { active_languages: ['en-GB', 'fr-FR'] }, { id })
    expect((await client.send('GET', `/fr${root}/`)).status).to.equal(200)
    expect((await client.send('GET', `/de${root}/`)).headers.location).to.equal(`/en/de${root}/`)
    await service.app.records.write('settings', { active_languages: ['en-GB', 'de-DE'] }, { id })
  })
})
