// Folders of one's own among everybody's: taken again where they are ours alone, and none where somebody was there before.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { openPrivateFolder } from '../../../core/foundation/private-folder.js'

const uid = process.getuid?.()
const unknown = process.platform === 'win32'

describe('a folder of one’s own', function () {
  if (unknown) return
  let parent: string
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'svc-own-'))
  })
  afterEach(() => rmSync(parent, { recursive: true, force: true }))
  const usual = (): string => join(parent, `cache-${uid}`)

  it('is made for nobody else, and taken again', () => {
    expect(openPrivateFolder('cache', parent)).to.equal(usual())
    expect(statSync(usual()).mode & 0o777).to.equal(0o700)
    expect(openPrivateFolder('cache', parent)).to.equal(usual())
  })

  it('is none where others may write into that of the name', () => {
    mkdirSync(usual())
    chmodSync(usual(), 0o777)
    expect(openPrivateFolder('cache', parent)).to.equal(null)
  })

  it('is none where the name leads elsewhere', () => {
    const elsewhere = join(parent, 'elsewhere')
    mkdirSync(elsewhere, { mode: 0o700 })
    symlinkSync(elsewhere, usual())
    expect(openPrivateFolder('cache', parent)).to.equal(null)
  })

  it('cannot be made where there is nothing to make it in', () => {
    expect(() => openPrivateFolder('cache', join(parent, 'nowhere'))).to.throw('ENOENT')
  })
})
