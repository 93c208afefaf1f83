// Packages and backups in an S3 bucket: uploaded and read in parts, never visible while incomplete, despite failed requests.
import { Readable } from 'node:stream'
import { expect } from 'chai'
import type { S3RetryOptions } from '../../../../core/storage/files/s3-client.js'
import { createS3Zips, type S3ZipOptions } from '../../../../core/storage/files/s3-zips.js'
import { MissingZipError, type OpenZipFile, type ZipLocation, type ZipStore } from '../../../../core/storage/files/zip-store.js'
import { catchError } from '../../../support/caught-error.js'
import { s3Account, type S3Server, startS3 } from './s3-server.js'

const patience: S3RetryOptions = { attempts: 4, wait: 300, pause: 1 }

describe('Packages and backups in a bucket', () => {
  let server: S3Server
  let store: ZipStore
  /** The number of concurrent callers that choose a file name. */
  let naming = 0
  beforeEach(async () => {
    server = await startS3('shop')
    store = open()
  })
  afterEach(() => server.stop())

  function open(rest: Partial<S3ZipOptions> = {}, secret = s3Account.secret): ZipStore {
    const place = { ...s3Account, secret, endpoint: server.endpoint, bucket: 'shop', prefix: 'live/packages/' }
    return createS3Zips(place, {
      ...{ setting: 'SVC_TRANSFER_FOLDER', what: 'transfer packages', patience, part: 1_000, piece: 700 },
      async alone(act) {
        expect(++naming).to.equal(1)
        return act().finally(() => naming--)
      },
      ...rest,
    })
  }
  const keys = (): readonly string[] => [...server.objects.keys()].map((key) => key.replace('shop/live/packages/', ''))
  const bytesOf = (size: number, seed = 7): Buffer => Buffer.from(Array.from({ length: size }, (_, at) => (at * seed) % 251))
  const chunks = (bytes: Buffer, size = 300): Readable =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
      { objectMode: false },
    )
  async function write(place: ZipLocation, bytes: Buffer): Promise<number> {
    const sink = await place.create()
    await sink.take(chunks(bytes))
    return sink.finish()
  }
  async function readAll(file: OpenZipFile): Promise<Buffer> {
    const whole = Buffer.alloc(file.size + 10)
    const read = await file.read(whole, 0, whole.length, 0)
    return whole.subarray(0, read)
  }
  const read = async (name: string): Promise<Buffer> => readAll(await store.locate(name).open())

  for (const size of [0, 1, 999, 1_000, 1_001, 5_432]) {
    it(`returns ${size} bytes as they were written, whole and in parts`, async () => {
      const bytes = bytesOf(size)
      expect(await write(store.locate('desk größe 2.zip'), bytes)).to.equal(size)
      expect(keys()).to.deep.equal(['desk größe 2.zip'])
      expect(bytes.equals(await read('desk größe 2.zip'))).to.equal(true)
      const file = await store.locate('desk größe 2.zip').open()
      const buffer = Buffer.alloc(40)
      expect(await file.read(buffer, 10, 20, 690)).to.equal(Math.max(0, Math.min(20, size - 690)))
      expect(buffer.subarray(10, 10 + Math.max(0, Math.min(20, size - 690))).equals(bytes.subarray(690, 710))).to.equal(true)
      expect(server.uploads.size).to.equal(0)
    })
  }

  it('show a file only after its upload is complete, and the previous file until then', async () => {
    await write(store.locate('a.zip'), bytesOf(10))
    const sink = await store.locate('a.zip').create()
    await sink.take(chunks(bytesOf(5_000)))
    expect(server.uploads.size).to.equal(1)
    expect(await read('a.zip')).to.have.length(10)
    await sink.finish()
    expect(await read('a.zip')).to.have.length(5_000)
  })

  it('leave no part of a dropped upload', async () => {
    const sink = await store.locate('a.zip').create()
    await sink.take(chunks(bytesOf(5_000)))
    await sink.drop()
    expect([keys(), server.uploads.size]).to.deep.equal([[], 0])
  })

  it('retry if the bucket is busy, does not answer or breaks the connection', async () => {
    server.mishaps.push(503, 'reset', 'silence')
    const bytes = bytesOf(3_500)
    await write(store.locate('a.zip'), bytes)
    server.mishaps.push(500, 'reset')
    expect(bytes.equals(await read('a.zip'))).to.equal(true)
  })

  it('recognize a finished upload whose response was lost, and report an upload that the bucket could not complete', async () => {
    const startUpload = async (name: string) => {
      const sink = await store.locate(name).create()
      await sink.take(chunks(bytesOf(2_400)))
      return sink
    }
    const unheard = await startUpload('a.zip')
    server.mishaps.push('unheard')
    expect(await unheard.finish()).to.equal(2_400)
    const failed = await startUpload('b.zip')
    server.mishaps.push('late failure')
    expect(String(await catchError(failed.finish()))).to.match(/could not combine the parts of 'b\.zip': InternalError/)
    await failed.drop()
    expect([keys(), server.uploads.size]).to.deep.equal([['a.zip'], 0])
  })

  it('report to a reader that another file replaced the one in use, and never mix both', async () => {
    await write(store.locate('a.zip'), bytesOf(2_000))
    const file = await store.locate('a.zip').open()
    await file.read(Buffer.alloc(10), 0, 10, 0)
    await write(store.locate('a.zip'), bytesOf(2_000, 3))
    const error = await catchError(file.read(Buffer.alloc(10), 0, 10, 1_500))
    expect(error).to.include({ code: 'NOT_READY' })
    expect(String(error)).to.match(/was removed or replaced while it was read\. Try again\./)
    await store.remove('a.zip')
    expect(await catchError(store.locate('a.zip').open())).to.be.instanceOf(MissingZipError)
  })

  it('keep at most a few parts of a file in memory while it is read', async () => {
    await write(store.locate('a.zip'), bytesOf(5_600))
    const file = await store.locate('a.zip').open()
    server.seen.splice(0)
    for (let at = 0; at < 5_600; at += 100) await file.read(Buffer.alloc(100), 0, 100, at)
    expect(server.seen).to.have.length(8)
    await file.read(Buffer.alloc(100), 0, 100, 0)
    expect(server.seen).to.have.length(9)
  })

  it('store a received file under the first free name', async () => {
    await write(store.locate('a.zip'), bytesOf(10))
    const arrived = await store.receive(chunks(bytesOf(2_500)))
    expect(await readAll(await arrived.location.open())).to.have.length(2_500)
    expect(await store.list('')).to.not.include('a-2.zip')
    expect(await arrived.keep(['a.zip', 'a-2.zip', 'a-3.zip'])).to.equal('a-2.zip')
    await arrived.drop()
    expect(keys()).to.deep.equal(['a.zip', 'a-2.zip'])
    expect(await read('a.zip')).to.have.length(10)
    expect(await read('a-2.zip')).to.have.length(2_500)
    const second = await store.receive(chunks(bytesOf(1)))
    expect(await second.keep(['a.zip', 'a-2.zip'])).to.equal(null)
  })

  it('store no part of a received stream that fails', async () => {
    async function* failChunks(): AsyncGenerator<Uint8Array> {
      yield bytesOf(2_500)
      throw new Error('gone')
    }
    expect(String(await catchError(store.receive(failChunks())))).to.match(/gone/)
    expect([keys(), server.uploads.size]).to.deep.equal([[], 0])
  })

  it('sweep old received files page by page, and keep written and new ones', async () => {
    for (const name of ['r1.zip', 'r2.zip', 'r3.zip', 'over.zip']) {
      const arrived = await store.receive(chunks(bytesOf(1_200)))
      await arrived.keep([name])
      await arrived.drop()
    }
    for (const name of ['w1.zip', 'w2.zip', 'over.zip']) await write(store.locate(name), bytesOf(10))
    server.objects.set('shop/live/packages/below/r.zip', { ...server.objects.get('shop/live/packages/r1.zip')! })
    for (const object of server.objects.values()) object.changed = 0
    server.objects.get('shop/live/packages/r3.zip')!.changed = Date.now()
    expect(await store.deleteExpired(Date.now() - 60_000)).to.equal(2)
    expect(keys()).to.have.members(['r3.zip', 'over.zip', 'w1.zip', 'w2.zip', 'below/r.zip'])
  })

  it('delete unfinished uploads that an ended process left', async () => {
    await store.receive(chunks(bytesOf(10)))
    await (await store.locate('a.zip').create()).take(chunks(bytesOf(2_500)))
    await (await store.locate('b.zip').create()).take(chunks(bytesOf(2_500)))
    for (const object of server.objects.values()) object.changed = 0
    ;[...server.uploads.values()][0]!.began = 0
    const until = Date.now() - 60_000
    await store.deleteUnfinished({ arriving: until, writing: until })
    expect(keys()).to.deep.equal([])
    expect([...server.uploads.values()].map(({ key }) => key)).to.deep.equal(['shop/live/packages/b.zip'])
  })

  it('list names by prefix, and remove a file', async () => {
    for (const name of ['b-1.zip', 'b-2.zip', 'b-3.zip', 'b-4.zip', 'c.zip']) await write(store.locate(name), bytesOf(1))
    expect(await store.list('b-')).to.deep.equal(['b-1.zip', 'b-2.zip', 'b-3.zip', 'b-4.zip'])
    await store.remove('b-2.zip')
    await store.remove('b-2.zip')
    expect(await store.list('b-')).to.deep.equal(['b-1.zip', 'b-3.zip', 'b-4.zip'])
  })

  it('check access to the bucket without a write, and the error names the setting', async () => {
    await store.ready()
    expect(keys()).to.deep.equal([])
    const error = await catchError(open({}, 'another secret').ready())
    expect(error).to.include({ code: 'NOT_READY' })
    expect(error.message).to.match(/^The bucket 'shop' at '[^']+' for transfer packages cannot be used: it answers 403 /)
    expect(error.message).to.match(/Check SVC_TRANSFER_FOLDER, /)
    expect(error.message).not.to.include('another secret')
  })
})
