// Files in an S3 bucket, tested with a server that checks each signature and simulates slow, busy and lost connections.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { resolveSettings } from '../../../../core/resolve-settings.js'
import { FileTooLargeError, type FileStore } from '../../../../core/storage/files/file-store.js'
import type { S3RetryOptions, S3Location } from '../../../../core/storage/files/s3-client.js'
import { createMessageCatalogs } from '../../../../core/foundation/message-catalogs.js'
import { formatMessage, messageText } from '../../../../core/foundation/message-format.js'
import { toErrorMessage } from '../../../../core/foundation/errors.js'
import type { Message } from '../../../../core/foundation/message.js'
import { createS3Files } from '../../../../core/storage/files/s3-files.js'
import { parseBucketUrl } from '../../../../core/settings.js'
import { collectGarbageRepeatedly } from '../../../support/garbage-collection.js'
import { s3Account, type S3Server, startS3 } from './s3-server.js'

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error)
const patience: S3RetryOptions = { attempts: 4, wait: 200, pause: 1 }

describe('The S3 file store', () => {
  let server: S3Server
  let scratch: string
  let files: FileStore
  const open = (rest: Partial<S3Location> = {}): FileStore =>
    createS3Files({ endpoint: server.endpoint, bucket: 'shop', prefix: 'live/', ...s3Account, ...rest }, { patience, scratch })
  beforeEach(async () => {
    server = await startS3('shop')
    scratch = await mkdtemp(join(tmpdir(), 'svc-s3-'))
    files = open()
  })
  afterEach(async () => {
    await server.stop()
    await rm(scratch, { recursive: true, force: true })
  })
  const keys = (): readonly string[] => [...server.objects.keys()]

  async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
    for (const [index, size] of sizes.entries()) yield new Uint8Array(size).fill(index)
  }

  it('returns the stored bytes below its prefix, and null for a name without a file', async () => {
    await files.put('a.png', new Uint8Array([0, 255, 7]))
    expect([...(await files.get('a.png'))!]).to.deep.equal([0, 255, 7])
    expect(keys()).to.deep.equal(['shop/live/a.png'])
    expect(await files.get('b.png')).to.equal(null)
    await files.remove('a.png')
    await files.remove('a.png')
    expect(await files.get('a.png')).to.equal(null)
  })

  it('buffers a received stream on the local disk, and leaves no file there', async () => {
    const received = await files.receive(chunks(1000, 5000, 2), 6002)
    expect([received.size, received.head.length]).to.deep.equal([6002, 4100])
    expect(keys()).to.deep.equal([])
    await received.keep('a')
    expect(await files.get('a')).to.have.length(6002)
    await (await files.receive(chunks(1), 1)).drop()
    expect(await failureOf(files.receive(chunks(10, 1), 10))).to.be.instanceOf(FileTooLargeError)
    expect(await readdir(scratch)).to.deep.equal([])
  })

  it('leaves no file on the local disk if the bucket rejects the upload', async () => {
    const received = await files.receive(chunks(10), 10)
    server.mishaps.push(403)
    expect(await failureOf(received.keep('a'))).to.include({ code: 'NOT_READY' })
    expect([await readdir(scratch), keys()]).to.deep.equal([[], []])
  })

  it('retries if the bucket is busy, does not answer or breaks the connection', async () => {
    server.mishaps.push(503, 'reset', 'silence')
    await files.put('a', new Uint8Array(5))
    expect(server.seen).to.have.length(4)
    server.mishaps.push(500, 429)
    expect(await files.get('a')).to.have.length(5)
  })

  it('reports a timeout even if garbage is collected while it waits', async () => {
    server.mishaps.push('silence', 'silence', 'silence', 'silence')
    const stop = collectGarbageRepeatedly()
    try {
      expect(String(await failureOf(files.get('a')))).to.match(/it does not answer in time/)
    } finally {
      stop()
    }
  })

  it('gives up after four attempts, and the error names the bucket, the cause and the setting', async () => {
    server.mishaps.push(503, 503, 503, 503)
    const busy = await failureOf(files.get('a'))
    expect(busy).to.include({ code: 'NOT_READY' })
    const { host } = new URL(server.endpoint)
    expect((busy as Error).message).to.match(
      new RegExp(`^The bucket 'shop' at '${host}' for files cannot be used: it answers 503 SlowDown\\. Check SVC_FILES, `),
    )
    server.mishaps.push('silence', 'silence', 'silence', 'silence')
    const silent = toErrorMessage(await failureOf(files.get('a'))) as Message
    expect(messageText(silent)).to.match(/it does not answer in time/)
    expect(formatMessage(silent, 'de', { catalogs: createMessageCatalogs() })).to.match(
      /Dateien ist nicht nutzbar: er antwortet nicht/,
    )
    await server.stop()
    expect(String(await failureOf(files.ready()))).to.match(/cannot be used: .*ECONNREFUSED/)
  })

  it('checks access to the bucket without a write, and its errors never contain the secret', async () => {
    await files.ready()
    expect(keys()).to.deep.equal([])
    for (const [wrong, message] of [
      [{ secret: 'another secret' }, /403 SignatureDoesNotMatch/],
      [{ key: 'somebody' }, /403 InvalidAccessKeyId/],
      [{ bucket: 'other' }, /404 NoSuchBucket/],
    ] as const) {
      const refused = (await failureOf(open(wrong).ready())) as Error
      expect(refused.message).to.match(message)
      expect(refused.message).not.to.include(s3Account.secret)
    }
  })

  it('rejects names that lead out of the prefix', async () => {
    for (const name of ['', '..', '../a', 'a/b', '.held-x', 'a b', 'a?b', 'x'.repeat(256)]) {
      expect(await failureOf(files.get(name)), name).to.be.instanceOf(Error)
    }
    expect(server.seen).to.deep.equal([])
  })

  it('sweeps unreferenced files of its own scope page by page, but no file that is new, held or of another scope', async () => {
    const own = files.scoped('one')
    const other = files.scoped('two')
    for (const name of ['a', 'b', 'c', 'd', 'e']) await own.put(name, new Uint8Array(1))
    await other.put('a', new Uint8Array(1))
    const retained = await own.retain()
    await retained.add('a')
    for (const object of server.objects.values()) object.changed = 0
    await own.put('young', new Uint8Array(1))
    expect(await own.deleteUnused(() => Promise.resolve(new Set(['b'])), 1)).to.equal(4)
    expect(keys().filter((key) => !key.includes('.held-'))).to.have.members([
      'shop/live/one/b',
      'shop/live/one/young',
      'shop/live/two/a',
    ])
    expect(await retained.size('a')).to.equal(1)
  })

  it('keeps held files readable until their release, although they were removed', async () => {
    await files.put('a', new Uint8Array([1, 2]))
    const retained = await files.retain()
    expect([await retained.add('a'), await retained.add('b')]).to.deep.equal([true, false])
    await files.remove('a')
    const bytes: number[] = []
    for await (const chunk of retained.read('a')) bytes.push(...chunk)
    expect([bytes, await retained.size('a')]).to.deep.equal([[1, 2], 2])
    await retained.release()
    expect(keys()).to.deep.equal([])
  })

  it('deletes copies of held files that an ended process left', async () => {
    await files.put('a', new Uint8Array(1))
    await (await files.retain()).add('a')
    for (const object of server.objects.values()) object.changed = 0
    await files.retain()
    expect(keys()).to.deep.equal(['shop/live/a'])
  })
})

describe('The setting SVC_FILES', () => {
  const settle = (environment: Readonly<Record<string, string>>) => resolveSettings({ environment })

  it('accepts a folder, or a bucket with its credentials', () => {
    expect(parseBucketUrl('/mnt/files')).to.equal(null)
    expect(parseBucketUrl('s3://shop')).to.deep.equal({ bucket: 'shop', prefix: '' })
    expect(parseBucketUrl('s3://shop-files/live/a/')).to.deep.equal({ bucket: 'shop-files', prefix: 'live/a/' })
    const opened = { SVC_FILES_KEY: 'k', SVC_FILES_SECRET: 's', SVC_FILES_ENDPOINT: 'https://s3.example:9000/' }
    expect(settle({ SVC_FILES: 's3://shop', ...opened })).to.include({
      filesFolder: 's3://shop',
      filesEndpoint: 'https://s3.example:9000',
      filesRegion: 'us-east-1',
    })
  })

  it('rejects an invalid bucket URL and missing credentials with the accepted forms', () => {
    expect(() => settle({ SVC_FILES: 's3://shop' })).to.throw(
      /is the bucket 's3:\/\/shop', but its access keys are missing\. Set 'SVC_FILES_KEY'/,
    )
    for (const wrong of ['s3:shop', 's3://', 's3://Shop', 's3://shop/../x', 's3://shop?x']) {
      expect(() => settle({ SVC_FILES: wrong }), wrong).to.throw(/Use the path of a folder.* or a bucket/)
    }
  })
})
