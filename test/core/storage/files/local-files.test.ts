// The local file store: atomic writes, safe file names, and a sweep of orphaned files.
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { FileTooLargeError, type FileStore, headLength, createLocalFiles } from '../../../../core/storage/files/file-store.js'

describe('The local file store', () => {
  let folder: string
  let files: FileStore
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'svc-files-')), 'files')
    files = createLocalFiles(folder)
  })
  afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

  const age = async (name: string): Promise<void> => utimes(join(folder, name), new Date(0), new Date(0))

  it('returns the stored bytes, and null for a name without a file', async () => {
    await files.put('a.png', new Uint8Array([0, 255, 7]))
    expect([...(await files.get('a.png'))!]).to.deep.equal([0, 255, 7])
    expect(await files.get('b.png')).to.equal(null)
  })

  it('leaves no temporary file in the folder', async () => {
    await files.put('a.png', new Uint8Array(10))
    expect(await readdir(folder)).to.deep.equal(['a.png'])
  })

  async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
    for (const [index, size] of sizes.entries()) yield new Uint8Array(size).fill(index)
  }

  it('receives a stream, reports its size and first bytes, and stores the file only on keep()', async () => {
    const received = await files.receive(chunks(1000, 5000, 2), 6002)
    expect(received.size).to.equal(6002)
    expect([...received.head]).to.deep.equal([...new Uint8Array(1000), ...new Uint8Array(headLength - 1000).fill(1)])
    expect(await files.get('a')).to.equal(null)
    await received.keep('a')
    expect(await files.get('a')).to.have.length(6002)
    await (await files.receive(chunks(1), 1)).drop()
    expect(await readdir(folder)).to.deep.equal(['a'])
  })

  it('leaves no part of a stream that is too large or fails', async () => {
    async function* failChunks(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(1)
      throw new TypeError('gone')
    }
    const outcomes = [files.receive(chunks(10, 1), 10), files.receive(failChunks(), 10)].map((receipt) =>
      receipt.catch((error: unknown) => error),
    )
    expect(await outcomes[0]).to.be.instanceOf(FileTooLargeError)
    expect(await outcomes[1]).to.be.instanceOf(TypeError)
    expect(await readdir(folder)).to.deep.equal([])
  })

  it('restricts the folder and its files to the user of the service', async () => {
    await files.put('a.png', new Uint8Array(1))
    expect((await stat(folder)).mode & 0o777).to.equal(0o700)
    expect((await stat(join(folder, 'a.png'))).mode & 0o777).to.equal(0o600)
  })

  it('removes a file, and ignores a missing one', async () => {
    await files.put('a.png', new Uint8Array(1))
    await files.remove('a.png')
    await files.remove('a.png')
    expect(await files.get('a.png')).to.equal(null)
  })

  it('checks that the folder is writable, and leaves no file there', async () => {
    await files.ready()
    expect(await readdir(folder)).to.deep.equal([])
    await writeFile(join(folder, 'file'), '')
    const refused = await createLocalFiles(join(folder, 'file', 'below'))
      .ready()
      .catch((error: unknown) => error)
    expect(refused).to.include({ code: 'NOT_READY' })
    expect((refused as Error).message).to.match(
      /^Files cannot be stored in '.*below': ENOTDIR: .* set SVC_FILES to another one\.$/,
    )
  })

  it('rejects names that lead out of the folder', async () => {
    for (const name of ['', '..', '../a', 'a/b', '.part-x', 'a\\b', 'a\0b', 'x'.repeat(256)]) {
      const outcome = await files.get(name).then(
        () => 'taken',
        () => 'refused',
      )
      expect(outcome, name).to.equal('refused')
    }
  })

  it('sweeps old unreferenced files and old partial files, nothing else', async () => {
    for (const name of ['known', 'orphan', 'young']) await files.put(name, new Uint8Array(1))
    await writeFile(join(folder, '.part-old'), 'x')
    for (const name of ['known', 'orphan', '.part-old']) await age(name)
    expect(await files.deleteUnused(async () => new Set(['known']), Date.now() - 60_000)).to.equal(2)
    expect((await readdir(folder)).sort()).to.deep.equal(['known', 'young'])
  })

  it('sweeps nothing if nothing was ever stored', async () => {
    expect(await files.deleteUnused(async () => new Set(), Date.now())).to.equal(0)
  })

  it('checks hundreds of names at a time in a sweep, and each name once', async () => {
    await files.ready()
    for (let n = 0; n < 1_200; n++) await writeFile(join(folder, `file-${n}`), '')
    const requestedNames: string[] = []
    let times = 0
    const sweeping = files.deleteUnused(async (names) => {
      times++
      requestedNames.push(...names)
      return new Set(names.filter((name) => name !== 'file-7'))
    }, Infinity)
    expect(await sweeping).to.equal(1)
    expect([requestedNames.length, new Set(requestedNames).size]).to.deep.equal([1_200, 1_200])
    expect(times).to.be.lessThan(5)
    expect(await files.get('file-7')).to.equal(null)
  })
})
