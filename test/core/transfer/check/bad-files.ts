// Packages that are bad as files: before any record of them is looked at.
import { zipEntries } from '../../../support/transfer-packages.js'
import { type Bad, extra, listed, manifest, manyFiles, renamed, rows, text, withExtra } from './spoil.js'

export const badFiles: readonly Bad[] = [
  ['an empty file', 'not-a-package', () => Buffer.alloc(0)],
  ['a text', 'not-a-package', () => Buffer.from('A roller blind, 1200 × 1400 mm.')],
  ['the first half', 'not-a-package', async (entries) => (await zipEntries(entries)).subarray(0, 3_000)],
  ['all but the last bytes', 'not-a-package', async (entries) => (await zipEntries(entries)).subarray(0, -12)],
  [
    'a list that begins elsewhere',
    ['truncated', 'not-a-package'],
    async (entries) => {
      const bytes = await zipEntries(entries)
      const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
      bytes.writeUInt32LE(7, end + 16)
      return bytes
    },
  ],
  [
    'a changed byte',
    ['truncated', 'checksum'],
    async (entries, { product }) => {
      const bytes = await zipEntries(entries)
      const at = bytes.indexOf(`product-${product}/answer.jsonl`) + 80
      bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
      return bytes
    },
  ],
  [
    'a name that leads out of it',
    'unsafe-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, '../../../../../etc/passwd'),
  ],
  [
    'an absolute name',
    'unsafe-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, '/roduct-1/files/extra.bin'),
  ],
  [
    'a name with a drive',
    'unsafe-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, 'C:oduct-1/files/extra.bin'),
  ],
  [
    'a name with backslashes',
    'unsafe-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, '..\\duct-1\\files\\extra.bin'),
  ],
  [
    'a name with a control character',
    'unexpected-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, 'product-1/files/ext\u0001a.bin'),
  ],
  [
    'a hidden name',
    'unexpected-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, 'product-1/files/.xtra.bin'),
  ],
  [
    'a file where none belongs',
    'unexpected-entry',
    async (entries) => zipEntries(new Map([...entries, ['run.sh', Buffer.from('rm')]])),
  ],
  [
    'a link',
    'unsafe-entry',
    async (entries) =>
      listed(await zipEntries(withExtra(entries)), extra, (line) => void line.writeUInt32LE((0o120777 << 16) >>> 0, 38)),
  ],
  [
    'a device',
    'unsafe-entry',
    async (entries) =>
      listed(await zipEntries(withExtra(entries)), extra, (line) => void line.writeUInt32LE((0o020666 << 16) >>> 0, 38)),
  ],
  ['a name twice', 'duplicate-entry', async (entries) => zipEntries([...entries, ['manifest.json', Buffer.from('{}')]])],
  [
    'names that differ by case',
    'duplicate-entry',
    async (entries) =>
      zipEntries([...entries, ['product-1/files/A.svg', Buffer.from('1')], ['product-1/files/a.svg', Buffer.from('2')]]),
  ],
  [
    'a locked file',
    'encrypted',
    async (entries) => listed(await zipEntries(withExtra(entries)), extra, (line) => void line.writeUInt16LE(1, 8)),
  ],
  [
    'an unusual way of packing',
    'not-a-package',
    async (entries) => listed(await zipEntries(withExtra(entries)), extra, (line) => void line.writeUInt16LE(12, 10)),
  ],
  ['a bomb', 'bomb', async (entries) => zipEntries(withExtra(entries, Buffer.alloc(12 * 1_048_576)))],
  [
    'files that lie over each other',
    'bomb',
    async (entries) => {
      const bytes = await zipEntries(withExtra(entries))
      return listed(bytes, extra, (line) => {
        line.writeUInt32LE(bytes.length, 20)
        line.writeUInt32LE(bytes.length + 9, 24)
      })
    },
  ],
  [
    'a huge file',
    'too-large',
    async (entries) =>
      listed(await zipEntries(withExtra(entries)), extra, (line) => {
        line.writeUInt32LE(3_000_000, 20)
        line.writeUInt32LE(200_000_000, 24)
      }),
  ],
  ['sixty thousand files', 'too-many-entries', () => manyFiles(60_000)],
  ['a hundred thousand files', 'too-many-entries', () => manyFiles(100_000)],
  ['two thousand files that each bring sixty kilobytes unsaid', 'unexpected-entry', () => manyFiles(2_000, 60_000)],
  ['no manifest', 'not-a-package', (entries) => zipEntries([...entries].filter(([name]) => name !== 'manifest.json'))],
  ['a manifest that is no JSON', 'manifest', (entries) => zipEntries(new Map([...entries, ['manifest.json', Buffer.from('{')]]))],
  ['a manifest that is a list', 'manifest', (entries) => zipEntries(new Map([...entries, ['manifest.json', Buffer.from('[]')]]))],
  ['another format', 'manifest', manifest((value) => void (value['format'] = 'other'))],
  ['a later version', 'format-version', manifest((value) => void (value['version'] = 2))],
  ['no version', 'manifest', manifest((value) => void delete value['version'])],
  ['no languages', 'manifest', manifest((value) => void (value['languages'] = []))],
  ['languages that are none', 'manifest', manifest((value) => void (value['languages'] = ['../x']))],
  ['no products', 'manifest', manifest((value) => void (value['products'] = []))],
  [
    'a product twice',
    'manifest',
    manifest((value) => void (value['products'] = [...(value['products'] as object[]), ...(value['products'] as object[])])),
  ],
  ['a product without id', 'manifest', manifest((value) => void delete (value['products'] as { id?: number }[])[0]!.id)],
  [
    'a wrong count',
    'manifest',
    manifest((value) => void ((value['products'] as { records: Record<string, number> }[])[0]!.records['page'] = 9)),
  ],
  [
    'a wrong checksum',
    'checksum',
    manifest((value) => {
      for (const file of Object.values(value['files'] as Record<string, { sha256: string }>)) file.sha256 = '0'.repeat(64)
    }),
  ],
  [
    'a checksum that is none',
    'manifest',
    manifest((value) => {
      for (const file of Object.values(value['files'] as Record<string, { sha256: string }>)) file.sha256 = 'x'
    }),
  ],
  [
    'a wrong size',
    'checksum',
    manifest((value) => {
      for (const file of Object.values(value['files'] as Record<string, { size: number }>)) file.size++
    }),
  ],
  [
    'records that are listed and not counted',
    'manifest',
    manifest((value) => {
      for (const { records } of value['products'] as { records: Record<string, number> }[]) delete records['page']
    }),
  ],
  ['a file that is not listed', 'unlisted-file', async (entries) => zipEntries(withExtra(entries))],
  [
    'a file that is not there',
    'missing-file',
    (entries, { product }) => zipEntries([...entries].filter(([name]) => name !== `product-${product}/page.jsonl`)),
  ],
  ['a line that is no JSON', 'malformed-record', text('page', () => '{"id":1\n')],
  ['a line without id', 'malformed-record', text('page', () => '{"title_en_GB":"x"}\n')],
  ['an id that is none', 'malformed-record', text('page', () => '{"id":-3}\n')],
  ['an id twice', 'malformed-record', rows('page', (all) => [all[0], all[0]])],
  [
    'bytes that are no text',
    'malformed-record',
    text('page', (content) => Buffer.concat([content, Buffer.from([0xc3, 0x28, 10])])),
  ],
]
