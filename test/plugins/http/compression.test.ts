// Compression of responses: brotli before gzip, none for small bodies, scripts compressed once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { readBundle } from '../../../plugins/http/assets.js'
import { chooseCoding, compressAsset } from '../../../plugins/http/compression.js'
import { runtime } from '../../../plugins/runtime/index.js'
import { storefront } from '../../../plugins/storefront/index.js'
import { type ListeningApp, listenTestApp } from '../../support/test-app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'

interface Sent {
  readonly coding: string | undefined
  readonly vary: string | undefined
  readonly bytes: Buffer
}

describe('compressed variants of a bundle', () => {
  let folder: string
  const script = Buffer.from('export const text = "chair"\n'.repeat(100))
  const load = async (): Promise<Buffer> => readBundle(pathToFileURL(`${folder}/`), 'shop.js', 'shop').get('shop.js')!

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-bundle-'))
    writeFileSync(join(folder, 'shop.js'), script)
    writeFileSync(join(folder, 'shop.js.br'), 'written by the build')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('come from the build, and are compressed if the build wrote none', async () => {
    const body = await load()
    expect(String(await compressAsset(body, 'br'))).to.equal('written by the build')
    expect(gunzipSync(await compressAsset(body, 'gzip')).equals(script)).to.equal(true)
  })

  it('are compressed from the served script if an update has replaced the files', async () => {
    const body = await load()
    writeFileSync(join(folder, 'shop.js'), `${String(script)}// changed`)
    expect(brotliDecompressSync(await compressAsset(body, 'br')).equals(script)).to.equal(true)
  })
})

describe('compressed responses', () => {
  let app: ListeningApp
  let id: number

  before(async function () {
    this.timeout(60_000)
    app = await listenTestApp([runtime(), storefront()])
    const author = createCatalogAuthor(app)
    id = await author.product('Wardrobe')
    const page = await author.page(id, 'Inside')
    for (let n = 0; n < 20; n++) await author.question(page, `Board ${n}`, 'Textbox')
  })
  after(() => app?.stop())

  /** The response as sent over the wire. `fetch` would decompress it. */
  function fetchPage(path: string, accepted?: string): Promise<Sent> {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    return new Promise((resolve, reject) => {
      const call = request(app.url + path, { headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const { vary, 'content-encoding': coding } = response.headers
          resolve({ coding, vary, bytes: Buffer.concat(chunks) })
        })
      })
      call.on('error', reject)
      call.end()
    })
  }
  const product = (): string => `/svc-api/runtime/v1/products/${id}`

  it('contain the same text in a fraction of the size, with brotli and gzip', async () => {
    const plain = await fetchPage(product())
    expect([plain.coding, plain.vary]).to.deep.equal([undefined, 'X-Svc-Shopper, accept-encoding'])
    const brotli = await fetchPage(product(), 'gzip, deflate, br')
    expect(brotli.coding).to.equal('br')
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).to.equal(true)
    const gzip = await fetchPage(product(), 'gzip')
    expect(gzip.coding).to.equal('gzip')
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).to.equal(true)
    expect(gzip.bytes.length).to.be.lessThan(plain.bytes.length / 4)
  })

  it('include the scripts of the storefront, with the same bytes each time', async () => {
    const [, script = ''] = /src="([^"]+configurator[^"]+)"/.exec((await fetchPage(`/product/${id}`)).bytes.toString()) ?? []
    const plain = await fetchPage(script)
    const packed = await fetchPage(script, 'br')
    expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).to.equal(true)
    expect(packed.bytes.length).to.be.lessThan(plain.bytes.length / 3)
    expect((await fetchPage(script, 'br')).bytes.equals(packed.bytes)).to.equal(true)
  })

  it('are not sent for small bodies and for clients without a supported coding', async () => {
    expect((await fetchPage('/health/live', 'br')).coding).to.equal(undefined)
    expect((await fetchPage(product(), 'br;q=0, gzip;q=0')).coding).to.equal(undefined)
    expect((await fetchPage(product(), 'zstd')).coding).to.equal(undefined)
  })

  it('use the best coding of the Accept-Encoding header', () => {
    expect(chooseCoding('br;q=0, gzip')).to.equal('gzip')
    expect(chooseCoding('*')).to.equal('br')
    expect(chooseCoding('GZIP;q=0.5')).to.equal('gzip')
    expect(chooseCoding('identity')).to.equal(null)
    expect(chooseCoding(undefined)).to.equal(null)
  })
})
