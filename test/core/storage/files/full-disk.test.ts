// A full disk: a file that does not fit is rejected as a whole, existing files can be read, and free space is used again.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createLocalFiles } from '../../../../core/storage/files/file-store.js'

const outcome = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error)

describe('The local file store on a full disk', () => {
  it('rejects a file that does not fit, leaves no part of it, and stores a file after space is freed', async function () {
    const folder = mkdtempSync(join(tmpdir(), 'svc-full-'))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'svc-full', folder]).status !== 0) {
      rmSync(folder, { recursive: true, force: true })
      console.log('    Nothing can be mounted here: run it as root.')
      return this.skip()
    }
    try {
      const files = createLocalFiles(join(folder, 'files'))
      await files.put('a', new Uint8Array(1_000))
      writeFileSync(join(folder, 'other'), new Uint8Array(100_000))
      const refused = await outcome(files.put('b', new Uint8Array(400_000)))
      expect(refused).to.include({ code: 'NOT_READY' })
      expect((refused as Error).message).to.match(/^The disk for files is full\./)
      expect(await files.get('a')).to.have.length(1_000)
      expect(await readdir(join(folder, 'files'))).to.deep.equal(['a'])
      rmSync(join(folder, 'other'))
      await files.put('b', new Uint8Array(100_000))
    } finally {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
