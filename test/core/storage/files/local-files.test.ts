// The local file store: whole files or none, plain names only, and a sweeper for what a crash leaves.
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { FileStore } from '../../../../core/storage/files/file-store.js'
import { createLocalFiles } from '../../../../core/storage/files/local-files.js'

describe('The local file store', () => {
  let folder: string
  let files: FileStore
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'svc-files-')), 'files')
    files = createLocalFiles(folder)
  })
  afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

  const age = async (name: string): Promise<void> => utimes(join(folder, name), new Date(0), new Date(0))

  it('gives back the bytes that were stored, and null for a name without a file', async () => {
    await files.put('a.png', new Uint8Array([0, 255, 7]))
    expect([...(await files.get('a.png'))!]).to.deep.equal([0, 255, 7])
    expect(await files.get('b.png')).to.equal(null)
  })

  it('leaves nothing beside the file', async () => {
    await files.put('a.png', new Uint8Array(10))
    expect(await readdir(folder)).to.deep.equal(['a.png'])
  })

  it('removes a file, and minds no absent one', async () => {
    await files.put('a.png', new Uint8Array(1))
    await files.remove('a.png')
    await files.remove('a.png')
    expect(await files.get('a.png')).to.equal(null)
  })

  it('refuses names that lead elsewhere', async () => {
    for (const name of ['', '..', '../a', 'a/b', '.part-x', 'a\\b', 'a\0b', 'x'.repeat(256)]) {
      const outcome = await files.get(name).then(
        () => 'taken',
        () => 'refused',
      )
      expect(outcome, name).to.equal('refused')
    }
  })

  it('sweeps old files that nobody knows and unfinished ones, nothing else', async () => {
    for (const name of ['known', 'orphan', 'young']) await files.put(name, new Uint8Array(1))
    await writeFile(join(folder, '.part-old'), 'x')
    for (const name of ['known', 'orphan', '.part-old']) await age(name)
    expect(await files.sweep(async (name) => name === 'known', Date.now() - 60_000)).to.equal(2)
    expect((await readdir(folder)).sort()).to.deep.equal(['known', 'young'])
  })

  it('sweeps nothing where nothing was ever stored', async () => {
    expect(await files.sweep(async () => false, Date.now())).to.equal(0)
  })
})
