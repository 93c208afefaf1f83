// The media library of the admin: pictures with their uses, unused ones, upload, reuse, and delete.
import { expect } from 'chai'
import { storefront } from '../../../plugins/storefront/index.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { createPng } from '../../support/png.js'
import { type AdminClient, type AdminService, api, codeOf, startAdmin } from './service.js'
import type { LibraryPicture, MediaList, LibraryEntry } from '../../../plugins/admin/api/screen-shape.js'

describe('the media library of the admin', () => {
  let service: AdminService
  let client: AdminClient
  let product: number
  let blue: number
  let green: number

  before(async () => {
    service = await startAdmin({}, [storefront()])
    client = await service.as('catalog:write', 'store:write')
    const author = createCatalogAuthor(service.app)
    product = await author.product('Vase')
    const question = await author.question(await author.page(product, 'Look'), 'Glaze', 'Radiobuttons')
    blue = await author.answer(question, 'Blue')
    green = await author.answer(question, 'Green')
  })
  after(() => service.stop())

  /** Sends a file as the admin pages do. */
  const upload = async (path: string, width: number): Promise<unknown> => {
    const reply = await fetch(`${service.app.url}${api}/${path}`, {
      method: 'POST',
      headers: {
        cookie: client.cookie,
        origin: service.app.url,
        'x-svc-csrf': client.csrf,
        'content-type': 'image/png',
      },
      body: new Uint8Array(createPng(width, 8)),
    })
    expect(reply.status).to.equal(201)
    return reply.json()
  }
  const list = async (query = '', as = client): Promise<MediaList> => (await as.send('GET', `media${query}`)).body as MediaList
  const nameUses = async (name: string): Promise<readonly string[] | undefined> =>
    (await list()).pictures.find((picture) => picture.name === name)?.uses.map(({ title, field }) => `${title}: ${field}`)
  const storedOf = async (name: string): Promise<string> =>
    (await list()).pictures.find((picture) => picture.name === name)!.stored
  const reuse = (entity: string, id: number, field: string, picture: string) =>
    client.send('POST', `records/${entity}/${id}/files/${field}/picture`, { picture })
  const countFiles = async (stored: string): Promise<number> =>
    (await service.app.context.database.query('SELECT id FROM svc_files WHERE name = ?', [stored])).length

  it('lists an upload without uses, and one file for all fields that show it', async () => {
    const { stored } = (await upload('media?name=glaze.png', 11)) as LibraryEntry
    expect(await list('?unused=1')).to.deep.include({ total: 1 })
    for (const id of [blue, green]) expect(codeOf(await reuse('answer', id, 'picker_image', stored))).to.equal('200')
    expect(codeOf(await reuse('answer', green, 'picker_image', stored)), 'again').to.equal('200')
    expect(codeOf(await reuse('store', 1, 'logo', stored))).to.equal('200')
    expect((await list('?search=GLAZE')).pictures.map(({ name, isUnused, width }) => [name, isUnused, width])).to.deep.equal([
      ['glaze.png', false, 11],
    ])
    expect(await nameUses('glaze.png')).to.deep.equal(['Store: Logo', 'Green: Picker image', 'Blue: Picker image'])
    expect((await list('?unused=1')).total).to.equal(0)
    expect(await countFiles(stored)).to.equal(4)
  })

  it('keeps a picture that a field loses, until it is deleted', async () => {
    await upload(`records/product/${product}/files/image?name=first.png`, 21)
    await upload(`records/product/${product}/files/image?name=second.png`, 22)
    await client.send('DELETE', `records/product/${product}/files/image`)
    const unused = await list('?unused=1')
    expect(unused.pictures.map(({ name }) => name)).to.have.members(['first.png', 'second.png'])
    const [{ stored, url }] = unused.pictures as [MediaList['pictures'][number]]
    const headers = { cookie: client.cookie }
    expect((await fetch(service.app.url + url, { headers })).headers.get('content-type')).to.equal('image/png')
    expect(codeOf(await client.send('DELETE', `media/${stored}`))).to.equal('204')
    expect(await service.app.context.files.get(stored)).to.equal(null)
    expect(codeOf(await client.send('GET', `media/${stored}`))).to.equal('404 NOT_FOUND')
  })

  it('refuses to delete a used picture, and names its uses', async () => {
    const stored = await storedOf('glaze.png')
    const reply = await client.send('DELETE', `media/${stored}`)
    expect(codeOf(reply)).to.equal('422 VALIDATION_FAILED')
    expect((reply.body as { readonly detail: string }).detail).to.equal(
      '“glaze.png” cannot be deleted because it is used in: “Store” (Logo), “Green” (Picker image), “Blue” (Picker image).',
    )
    expect(await countFiles(stored)).to.equal(4)
  })

  it('counts pictures in texts as used, and the shop serves them', async () => {
    const stored = await storedOf('second.png').catch(() => storedOf('first.png'))
    expect((await fetch(`${service.app.url}/pictures/${'A'.repeat(32)}`)).status).to.equal(404)
    const { shopUrl } = (await client.send('POST', `media/${stored}`)).body as LibraryPicture
    const picture = await fetch(service.app.url + shopUrl)
    expect([picture.status, picture.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
    const content = `<p>Our workshop <img src="${shopUrl}" alt="A bench" /></p>`
    const fields = { title_en_GB: 'About us', title_de_DE: 'Über uns', content_en_GB: content, content_de_DE: content }
    const page = (await service.app.records.write('content-page', fields)).id
    expect((await list()).pictures.find((entry) => entry.stored === stored)!.uses.map(({ title }) => title)).to.deep.equal([
      'About us',
    ])
    expect(codeOf(await client.send('DELETE', `media/${stored}`))).to.equal('422 VALIDATION_FAILED')
    await service.app.records.remove('content-page', page)
    expect(codeOf(await client.send('DELETE', `media/${stored}`))).to.equal('204')
  })

  it('hides uses that the account may not read, and lets only catalogue authors delete', async () => {
    const designer = await service.as('store:write')
    const [glaze] = (await list('?search=glaze', designer)).pictures
    expect([glaze!.uses.map(({ title }) => title), glaze!.isUnused]).to.deep.equal([['Store'], false])
    const { stored } = (await upload('media?name=spare.png', 31)) as LibraryEntry
    expect(codeOf(await designer.send('DELETE', `media/${stored}`))).to.equal('403 INSUFFICIENT_SCOPE')
    expect(codeOf(await client.send('DELETE', `media/${stored}`))).to.equal('204')
  })
})
