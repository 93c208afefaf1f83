// The encoding of imported files: all encodings that spreadsheet programs write.
import { expect } from 'chai'
import { decodeText } from '../../../core/transfer/foreign-file.js'
import { FileFault, FileFindings } from '../../../core/transfer/findings.js'

const read = (bytes: Uint8Array): { readonly text: string; readonly kinds: readonly string[] } => {
  const findings = new FileFindings()
  const text = decodeText(bytes, findings)
  return { text, kinds: findings.list().map(({ kind, grade }) => `${grade} ${kind}`) }
}

const table = 'Größe;Preis €\n1;2\n'
const utf16 = Buffer.from(`\u{feff}${table}`, 'utf16le')

describe('Import: the encoding of a file', () => {
  it('is UTF-8 with or without a byte order mark, or UTF-16 in both byte orders', () => {
    const all = [Buffer.from(table), Buffer.from(`\u{feff}${table}`), utf16, Buffer.from(utf16).swap16()]
    for (const bytes of all) expect(read(bytes)).to.deep.equal({ text: table, kinds: [] })
  })

  it('is Windows-1252 with a warning if the text is not UTF-8', () => {
    const bytes = Buffer.from(table.replace('€', '\u0080'), 'latin1')
    expect(read(bytes)).to.deep.equal({ text: table, kinds: ['warning encoding'] })
  })

  it('is not guessed for XML and for binary files, which are rejected', () => {
    for (const bytes of [
      Buffer.from('<a>\xe4</a>', 'latin1'),
      Buffer.from([0x66, 0xe4, 0x01, 0x02]),
      Buffer.from([0x41, 0, 0x42, 0]),
    ])
      expect(() => read(bytes)).to.throw(FileFault, /^The file is not (?:valid UTF-8 text|a text file)\./)
  })

  it('has carriage returns at line ends converted to newlines', () => {
    expect(read(Buffer.from('a;b\r1;2\r')).text).to.equal('a;b\n1;2\n')
  })
})
