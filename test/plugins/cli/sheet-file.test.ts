// Sheet files of commands, in UTF-8 and in other encodings.
import { messageText } from '../../../core/foundation/message-format.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readProductState } from '../../../plugins/cli/commands/product.js'
import { catchValidationError } from '../../support/validation-error.js'

describe('sheet files of commands', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-sheet-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  async function read(bytes: Uint8Array): Promise<{ readonly text: string; readonly warnings: readonly string[] }> {
    const file = join(folder, 'lamp.yaml')
    writeFileSync(file, bytes)
    const warnings: string[] = []
    const text = await readProductState(file, { option: 'file', progress: (warning) => void warnings.push(messageText(warning)) })
    return { text, warnings }
  }

  it('sheet file: is read as UTF-8 without a warning, with and without a byte order mark', async () => {
    const bytes = Buffer.from('title: Türgriff')
    expect(await read(bytes)).to.deep.equal({ text: 'title: Türgriff\n', warnings: [] })
    expect(await read(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]))).to.deep.equal({
      text: 'title: Türgriff\n',
      warnings: [],
    })
  })

  it('sheet file: is read as Windows-1252 with a warning where it is not UTF-8', async () => {
    const { text, warnings } = await read(Buffer.from('title: Türgriff', 'latin1'))
    expect(text).to.equal('title: Türgriff\n')
    expect(warnings).to.deep.equal([
      'Line 1: The file is not saved as UTF-8 and was read as Windows-1252. Check accented letters such as é, or save the file as UTF-8.',
    ])
  })

  it('sheet file: is refused on its option where its bytes are not text', async () => {
    const { issues } = await catchValidationError(read(Buffer.from([0xff, 0x00, 0x01, 0x81])))
    expect(issues).to.have.length(1)
    expect(issues[0]).to.include({
      field: 'file',
      code: 'INVALID_VALUE',
      message: 'The file is not valid UTF-8 text. Save it as UTF-8 and try again.',
    })
  })
})
