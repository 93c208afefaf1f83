// Pictures and files of records over REST: store, list, read, replace and remove, with their checks and scopes.
import { expect } from 'chai'
import { deflateSync } from 'node:zlib'
import { createClient } from '../../../generated/client/client.js'
import { file } from '../../../core/model/properties/file.js'
import type { Customization } from '../../../core/contract.js'
import { toStorefrontCopyName } from '../../../core/storage/pipeline/file-release.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { rest } from '../../../plugins/rest/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'

interface File {
  readonly field: string
  readonly url: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly width: number | null
  readonly height: number | null
}

type Bytes = Buffer<ArrayBuffer>

function chunk(type: string, data: Uint8Array): Bytes {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  // The readers under test ignore the checksum.
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}

/** A grey PNG of the given size. */
function png(width: number, height: number, filler = 0): Bytes {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(Math.min(width + 1, 4_096), 128))
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('tEXt', Buffer.alloc(filler)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

const hostile = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://evil.example/canary.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 30 20" onload="alert(1)">
<script>alert('canary')</script><style>@import url(//evil.example/canary.css)</style>
<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="//evil.example/canary"/></body></foreignObject>
<linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient>
<a xlink:href="javascript:alert('canary')"><rect width="10" height="10" fill="url(#g)" onclick="canary()"/></a>
<image href="https://evil.example/canary.png"/><use href="//evil.example/canary.svg#x"/><use href="#g"/>
<circle r="5" style="fill:url(//evil.example/canary)" fill="url( '//evil.example/canary' )"/><animate attributeName="href" to="canary"/>
</svg>`

const papers: Customization = {
  kind: 'customization',
  name: 'papers',
  version: '1.0.0',
  core: '^0.1.0',
  contributes: { properties: { page: { manual: file('Manual') } } },
  migrations: [{ version: '0001', name: 'manuals', up: (steps) => steps.addColumn('page', 'manual') }],
}

describe('files of records over REST', () => {
  let app: ListeningApp
  let token: string
  let reader: string
  let product: number
  before(async () => {
    app = await listenTestApp([rest(), runtime()], { plugins: [stock] })
    token = (await app.access.tokens.mint({ name: 'writer', scopes: ['catalog:write'] })).token
    reader = (await app.access.tokens.mint({ name: 'reader', scopes: ['catalog:read'] })).token
    const texts = { title_en_GB: 'Lamp', title_de_DE: 'Lampe', published: true, tax_class_id: 1 }
    product = (await app.records.write('product', texts)).id
  })
  after(() => app?.stop())

  const send = (
    method: string,
    path: string,
    body?: BodyInit,
    headers: Record<string, string> = {},
    as = token,
  ): Promise<Response> =>
    fetch(`${app.url}/svc-api/v1/${path}`, { method, body, headers: { authorization: `Bearer ${as}`, ...headers } })
  const filesOf = async (answer: Response): Promise<readonly File[]> => {
    expect(answer.status, await answer.clone().text()).to.be.within(200, 201)
    return ((await answer.json()) as { readonly data: { readonly files: readonly File[] } }).data.files
  }
  const refusal = async (answer: Response): Promise<readonly [number, string, string]> => {
    const { code, detail } = (await answer.json()) as { readonly code: string; readonly detail: string }
    return [answer.status, code, detail]
  }
  const stored = async (): Promise<readonly string[]> =>
    (await app.context.database.query<{ name: string }>('SELECT name FROM svc_files ORDER BY id')).map(({ name }) => name)

  it('are stored from the request body, listed with size and dimensions, and read back', async () => {
    const bytes = png(640, 480)
    expect(await filesOf(await send('GET', `product/${product}/files`))).to.deep.equal([])
    const [storedFile, ...more] = await filesOf(await send('POST', `product/${product}/files/image?name=front.png`, bytes))
    expect(more).to.deep.equal([])
    const url = `/svc-api/v1/product/${product}/files/image`
    expect(storedFile).to.deep.equal({
      field: 'image',
      url,
      name: 'front.png',
      type: 'image/png',
      size: bytes.length,
      width: 640,
      height: 480,
    })
    expect(await filesOf(await send('GET', `product/${product}/files`, undefined, {}, reader))).to.deep.equal([storedFile])
    const read = await fetch(app.url + storedFile!.url, { headers: { authorization: `Bearer ${reader}` } })
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).to.equal(true)
    expect(read.headers.get('content-type')).to.equal('image/png')
    expect(read.headers.get('content-security-policy')).to.contain('sandbox')
    expect(read.headers.get('content-disposition')).to.equal("attachment; filename*=UTF-8''front.png")
  })

  it('are accepted from a form with the name of its field or of the file', async () => {
    const form = new FormData()
    form.append('file', new Blob([png(3, 2)], { type: 'text/html' }), 'C:\\pictures\\side "view".png')
    const [storedFile] = await filesOf(await send('POST', `product/${product}/files/image`, form))
    expect(storedFile).to.include({ name: 'side view.png', type: 'image/png', width: 3, height: 2 })
    form.append('name', 'renamed.png')
    expect((await filesOf(await send('POST', `product/${product}/files/image`, form)))[0]).to.include({ name: 'renamed.png' })
    form.append('file', new Blob(['x']), 'two.png')
    expect((await refusal(await send('POST', `product/${product}/files/image`, form)))[0]).to.equal(422)
  })

  it('replace the previous file, whose bytes are deleted', async () => {
    const before = await stored()
    await filesOf(await send('POST', `product/${product}/files/image?name=a.png`, png(1, 1)))
    const after = await stored()
    expect(after).to.have.lengthOf(1)
    expect(before).not.to.include(after[0])
    expect(await app.context.files.get(before[0]!)).to.equal(null)
    expect(await app.context.files.get(after[0]!)).not.to.equal(null)
  })

  it('are shown in the storefront, but are not part of REST records', async () => {
    await filesOf(await send('POST', `product/${product}/files/image?name=a.png`, png(7, 7)))
    const view = (await (await fetch(`${app.url}/svc-api/runtime/v1/products/${product}`)).json()) as {
      readonly data: { readonly product: { readonly image: string } }
    }
    const picture = await fetch(`${app.url}/svc-api/runtime/v1/products/${product}/pictures/${view.data.product.image}`)
    expect([picture.status, picture.headers.get('content-type')]).to.deep.equal([200, 'image/png'])
    const { data } = (await (await send('GET', `product/${product}`)).json()) as { readonly data: { readonly record: object } }
    expect(data.record).not.to.have.property('image')
    const patch = await send('PATCH', `product/${product}`, '{"image":"x"}', { 'content-type': 'application/json' })
    expect((await refusal(patch)).slice(0, 2)).to.deep.equal([422, 'VALIDATION_FAILED'])
  })

  it('are shown as a smaller copy if one exists, which is deleted with the file', async () => {
    const [name] = (await stored()) as [string]
    const { database, files } = app.context
    await files.put(toStorefrontCopyName(name), png(1, 1))
    const columns = 'name, entity, entity_id, property, original_name, media_type, size, created'
    const values = [
      toStorefrontCopyName(name),
      'product',
      product,
      toStorefrontCopyName('image'),
      'a.png',
      'image/png',
      1,
      '2026-01-01T00:00:00.000Z',
    ]
    await database.run(`INSERT INTO svc_files (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, values)
    const picture = await fetch(`${app.url}/svc-api/runtime/v1/products/${product}/pictures/${name}`)
    expect(Buffer.from(await picture.arrayBuffer()).equals(png(1, 1))).to.equal(true)
    await filesOf(await send('DELETE', `product/${product}/files/image`))
    expect([await stored(), await files.get(toStorefrontCopyName(name))]).to.deep.equal([[], null])
  })

  it('get their type from their bytes if they were not uploaded', async () => {
    await app.context.files.put('drawn.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>'))
    await app.records.write('product', { image: 'drawn.svg' }, { id: product })
    const read = await send('GET', `product/${product}/files/image`)
    expect([read.status, read.headers.get('content-type')]).to.deep.equal([200, 'image/svg+xml'])
    expect(read.headers.get('content-security-policy')).to.contain('sandbox')
    await app.records.write('product', { image: null }, { id: product })
  })

  it('are refused as layers of configured pictures that the server cannot draw', async () => {
    const layer = `product/${product}/files/visualization_image`
    const flat = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>')
    const animation = Buffer.from('524946461e000000574542505650385802000000020000000000000000000000000000000000', 'hex')
    animation.writeUInt32LE(10, 16)
    expect((await refusal(await send('POST', `${layer}?name=flat.svg`, flat)))[2]).to.contain('This drawing has no size.')
    expect((await refusal(await send('POST', `${layer}?name=moving.webp`, animation)))[2]).to.contain(
      'An animation cannot be part',
    )
    // Elsewhere, browsers show both.
    await filesOf(await send('POST', `product/${product}/files/image?name=moving.webp`, animation))
    await filesOf(await send('DELETE', `product/${product}/files/image`))
  })

  it('lose scripts and external references if they are SVG drawings', async () => {
    const [storedFile] = await filesOf(await send('POST', `product/${product}/files/image?name=logo.svg`, hostile))
    expect(storedFile).to.include({ type: 'image/svg+xml', width: 30, height: 20 })
    const text = await (await send('GET', `product/${product}/files/image`)).text()
    expect(text)
      .to.match(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
      .and.to.contain('fill="url(#g)"')
      .and.to.contain('viewBox=')
    for (const bad of [
      'canary',
      'script',
      'evil',
      'onload',
      'onclick',
      'foreignObject',
      'DOCTYPE',
      '<a',
      '<image',
      '<style',
      '<animate',
    ]) {
      expect(text).not.to.contain(bad)
    }
  })

  for (const [title, name, bytes] of [
    ['an HTML page', 'a.png', '<html><script>1</script></html>'],
    ['an HTML page with an SVG extension', 'a.svg', '<html><svg onload="x"/></html>'],
    ['a picture under another extension', 'a.jpg', png(1, 1)],
    ['a document', 'a.pdf', '%PDF-1.7'],
    ['empty', 'a.png', ''],
    ['a picture with too many pixels', 'a.png', png(60_000, 60_000)],
  ] as const) {
    it(`are rejected if they are ${title}, and nothing is stored`, async () => {
      const before = await stored()
      const [status, code] = await refusal(await send('POST', `product/${product}/files/image?name=${name}`, bytes))
      expect([status, code]).to.deep.equal([422, 'VALIDATION_FAILED'])
      expect(await stored()).to.deep.equal(before)
    })
  }

  it('are at most 20 MiB', async () => {
    const answer = await send('POST', `product/${product}/files/image?name=a.png`, png(1, 1, 20 * 1_048_576))
    expect((await refusal(answer)).slice(0, 2)).to.deep.equal([413, 'PAYLOAD_TOO_LARGE'])
  })

  it('are checked in order: token, entity, scope, record, field, parameters', async () => {
    const post = (path: string, as = token): Promise<Response> => send('POST', path, png(1, 1), {}, as)
    expect((await fetch(`${app.url}/svc-api/v1/product/${product}/files`)).status).to.equal(401)
    expect((await refusal(await post('nothing/1/files/image')))[1]).to.equal('NOT_FOUND')
    expect((await refusal(await post(`product/${product}/files/image`, reader)))[1]).to.equal('INSUFFICIENT_SCOPE')
    expect((await refusal(await post('product/987654/files/image')))[2]).to.contain('no product with the id 987654')
    expect((await refusal(await post(`product/${product}/files/imag`)))[2]).to.contain("Did you mean 'image'?")
    expect((await refusal(await post('salutation/1/files/image')))[0]).to.be.oneOf([403, 404])
    expect((await refusal(await post(`product/${product}/files/image?nam=x`)))[0]).to.equal(422)
    expect((await refusal(await send('DELETE', `product/${product}/files/visualization_image`)))[1]).to.equal('NOT_FOUND')
    expect((await refusal(await send('GET', `product/${product}/files/visualization_image`)))[1]).to.equal('NOT_FOUND')
  })

  it('are deleted with their record', async () => {
    const texts = { title_en_GB: 'Chair', title_de_DE: 'Stuhl', tax_class_id: 1 }
    const { id } = await app.records.write('product', texts)
    const before = await stored()
    await filesOf(await send('POST', `product/${id}/files/image?name=a.png`, png(1, 1)))
    const [name] = (await stored()).filter((candidate) => !before.includes(candidate)) as [string]
    await app.records.remove('product', id)
    expect([await stored(), await app.context.files.get(name)]).to.deep.equal([before, null])
  })

  it('are stored, listed and removed by the typed client', async () => {
    const products = createClient({ baseUrl: app.url, token })('product')
    const [storedFile] = await products.storeFile(product, 'image', new Uint8Array(png(5, 4)), 'five.png')
    expect(storedFile).to.include({ field: 'image', name: 'five.png', width: 5 })
    expect(await products.files(product)).to.deep.equal([storedFile])
    expect(await products.removeFile(product, 'image')).to.deep.equal([])
  })

  it('are supported for the fields of a customization, including documents', async () => {
    const other = await listenTestApp([rest()], { plugins: [stock], customizations: [papers] })
    try {
      const { id } = await other.records.write('product', { title_en_GB: 'P', title_de_DE: 'P', tax_class_id: 1 })
      const page = (await other.records.write('page', { title_en_GB: 'P', title_de_DE: 'P', product_id: id })).id
      const writer = (await other.access.tokens.mint({ name: 'writer', scopes: ['catalog:write'] })).token
      const post = (name: string, body: string): Promise<Response> =>
        fetch(`${other.url}/svc-api/v1/page/${page}/files/manual?name=${name}`, {
          method: 'POST',
          body,
          headers: { authorization: `Bearer ${writer}` },
        })
      expect((await filesOf(await post('manual.pdf', '%PDF-1.7\n')))[0]).to.include({
        name: 'manual.pdf',
        type: 'application/pdf',
      })
      expect((await filesOf(await post('notes.txt', 'Hang it up.')))[0]).to.include({ type: 'text/plain', width: null })
      expect((await refusal(await post('manual.html', '<html></html>')))[0]).to.equal(422)
      expect((await refusal(await post('manual.pdf', 'no document')))[2]).to.contain('which does not match its file name')
    } finally {
      await other.stop()
    }
  })
})
