// A service with its files in an S3 bucket: it starts only if the bucket is accessible, and stores product pictures there.
import { expect } from 'chai'
import type { App } from '../../../core/app.js'
import { boot } from '../../../core/boot/boot.js'
import type { Composition } from '../../../core/contract.js'
import { resolveSettings } from '../../../core/resolve-settings.js'
import { readRecordFile } from '../../../core/storage/files/record-files.js'
import { storeRecordFile } from '../../../core/storage/files/store-record-file.js'
import { standalone } from '../../../hosts/standalone/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'
import { testLanguages } from '../../support/installed-database.js'
import { s3Account, type S3Server, startS3 } from '../storage/files/s3-server.js'

describe('service with files in a bucket', () => {
  let server: S3Server
  before(async () => void (server = await startS3('shop')))
  after(() => server.stop())

  function begin(filesSecret: string): Promise<App> {
    const config: Composition = {
      ...{ languages: testLanguages, host: standalone(), plugins: [stock], demo: false, logLevel: 'silent' },
      ...{ database: 'sqlite::memory:', filesFolder: 's3://shop/live', filesEndpoint: server.endpoint },
      ...{ filesRegion: s3Account.region, filesKey: s3Account.key, filesSecret },
    }
    return boot(config, { settings: resolveSettings({ file: config }) })
  }

  it('stores pictures in the bucket, reads them back, and deletes them with their record', async () => {
    const app = await begin(s3Account.secret)
    try {
      const product = await createCatalogAuthor(app).product('Desk')
      const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
      const target = { entity: 'product', id: product, field: 'image' }
      async function* bytes(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(drawing)
      }
      await storeRecordFile(app.context, target, { name: 'desk.svg', bytes: bytes() })
      expect([...server.objects.keys()]).to.have.length(1)
      expect([...server.objects.keys()][0]).to.match(/^shop\/live\/[0-9a-f]{18}\/[\w-]+$/)
      const file = await readRecordFile(app.context, target)
      expect([file.name, file.type]).to.deep.equal(['desk.svg', 'image/svg+xml'])
      expect(Buffer.from(file.bytes).toString()).to.include('<rect')
      await app.records.remove('product', product)
      expect([...server.objects.keys()]).to.deep.equal([])
    } finally {
      await app.stop()
    }
  })

  it('does not start if the bucket rejects its credentials, and reports why', async () => {
    const refused = await begin('another secret of the same account').then(
      () => null,
      (error: unknown) => error,
    )
    expect(String(refused)).to.match(/The bucket 'shop' at '127\.0\.0\.1:\d+' for files cannot be used: it answers 403 Signature/)
  })
})
