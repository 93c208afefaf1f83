// Private folders in a shared directory: reused if they belong to this user alone, rejected otherwise.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openPrivateFolder } from '../../../core/foundation/private-folder.js'

const uid = process.getuid?.()
const unknown = process.platform === 'win32'

describe('openPrivateFolder', function () {
  if (unknown) return
  let parent: string
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'svc-own-'))
  })
  afterEach(() => rmSync(parent, { recursive: true, force: true }))
  const usual = (): string => join(parent, `cache-${uid}`)

  it('creates the folder with mode 0700, and reuses it', () => {
    expect(openPrivateFolder('cache', parent)).to.equal(usual())
    expect(statSync(usual()).mode & 0o777).to.equal(0o700)
    expect(openPrivateFolder('cache', parent)).to.equal(usual())
  })

  it('returns null if others can write to the existing folder', () => {
    mkdirSync(usual())
    chmodSync(usual(), 0o777)
    expect(openPrivateFolder('cache', parent)).to.equal(null)
  })

  it('returns null if the name is a symbolic link', () => {
    const elsewhere = join(parent, 'elsewhere')
    mkdirSync(elsewhere, { mode: 0o700 })
    symlinkSync(elsewhere, usual())
    expect(openPrivateFolder('cache', parent)).to.equal(null)
  })

  it('throws if the parent folder does not exist', () => {
    expect(() => openPrivateFolder('cache', join(parent, 'nowhere'))).to.throw('ENOENT')
  })
})
