// Packages that are invalid as files and are rejected before their records are read.
import { zipEntries } from '../transfer-packages.js'
import { type Bad, extra, listed, manifest, manyFiles, renamed, rows, text, withExtra } from './spoil.js'

export const badFiles: readonly Bad[] = [
  ['no content', 'not-a-package', () => Buffer.alloc(0)],
  ['text content instead of a zip file', 'not-a-package', () => Buffer.from('A roller blind, 1200 × 1400 mm.')],
  ['only its first half', 'not-a-package', async (entries) => (await zipEntries(entries)).subarray(0, 3_000)],
  ['its last bytes missing', 'not-a-package', async (entries) => (await zipEntries(entries)).subarray(0, -12)],
  [
    'a wrong offset of its central directory',
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
    'a file name that leads out of the folder',
    'unsafe-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, '../../../../../etc/passwd'),
  ],
  [
    'an absolute file name',
    'unsafe-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, '/roduct-1/files/extra.bin'),
  ],
  [
    'a drive letter in a file name',
    'unsafe-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, 'C:oduct-1/files/extra.bin'),
  ],
  [
    'backslashes in a file name',
    'unsafe-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, '..\\duct-1\\files\\extra.bin'),
  ],
  [
    'a control character in a file name',
    'unexpected-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, 'product-1/files/ext\u0001a.bin'),
  ],
  [
    'a hidden file',
    'unexpected-entry',
    async (entries) => renamed(await zipEntries(withExtra(entries)), extra, 'product-1/files/.xtra.bin'),
  ],
  [
    'a file in an unexpected location',
    'unexpected-entry',
    async (entries) => zipEntries(new Map([...entries, ['run.sh', Buffer.from('rm')]])),
  ],
  [
    'a symbolic link',
    'unsafe-entry',
    async (entries) =>
      listed(await zipEntries(withExtra(entries)), extra, (line) => void line.writeUInt32LE((0o120777 << 16) >>> 0, 38)),
  ],
  [
    'a device file',
    'unsafe-entry',
    async (entries) =>
      listed(await zipEntries(withExtra(entries)), extra, (line) => void line.writeUInt32LE((0o020666 << 16) >>> 0, 38)),
  ],
  [
    'the same file name twice',
    'duplicate-entry',
    async (entries) => zipEntries([...entries, ['manifest.json', Buffer.from('{}')]]),
  ],
  [
    'file names that differ only by case',
    'duplicate-entry',
    async (entries) =>
      zipEntries([...entries, ['product-1/files/A.svg', Buffer.from('1')], ['product-1/files/a.svg', Buffer.from('2')]]),
  ],
  [
    'an encrypted file',
    'encrypted',
    async (entries) => listed(await zipEntries(withExtra(entries)), extra, (line) => void line.writeUInt16LE(1, 8)),
  ],
  [
    'an unsupported compression method',
    'not-a-package',
    async (entries) => listed(await zipEntries(withExtra(entries)), extra, (line) => void line.writeUInt16LE(12, 10)),
  ],
  ['a zip bomb', 'bomb', async (entries) => zipEntries(withExtra(entries, Buffer.alloc(12 * 1_048_576)))],
  [
    'overlapping files',
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
    'a file above the size limit',
    'too-large',
    async (entries) =>
      listed(await zipEntries(withExtra(entries)), extra, (line) => {
        line.writeUInt32LE(3_000_000, 20)
        line.writeUInt32LE(200_000_000, 24)
      }),
  ],
  ['60,000 files', 'too-many-entries', () => manyFiles(60_000)],
  ['100,000 files', 'too-many-entries', () => manyFiles(100_000)],
  ['2,000 files with 60 KB of extra header data each', 'unexpected-entry', () => manyFiles(2_000, 60_000)],
  ['no manifest', 'not-a-package', (entries) => zipEntries([...entries].filter(([name]) => name !== 'manifest.json'))],
  [
    'a manifest that is not JSON',
    'manifest',
    (entries) => zipEntries(new Map([...entries, ['manifest.json', Buffer.from('{')]])),
  ],
  ['a manifest that is a list', 'manifest', (entries) => zipEntries(new Map([...entries, ['manifest.json', Buffer.from('[]')]]))],
  ['an unknown format', 'manifest', manifest((value) => void (value['format'] = 'other'))],
  ['a newer version of the format', 'format-version', manifest((value) => void (value['version'] = 2))],
  ['no format version', 'manifest', manifest((value) => void delete value['version'])],
  ['no languages', 'manifest', manifest((value) => void (value['languages'] = []))],
  ['an invalid language tag', 'manifest', manifest((value) => void (value['languages'] = ['../x']))],
  ['no products', 'manifest', manifest((value) => void (value['products'] = []))],
  [
    'the same product twice',
    'manifest',
    manifest((value) => void (value['products'] = [...(value['products'] as object[]), ...(value['products'] as object[])])),
  ],
  ['a product without an id', 'manifest', manifest((value) => void delete (value['products'] as { id?: number }[])[0]!.id)],
  [
    'a wrong record count',
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
    'a malformed checksum',
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
    'a file of records without a record count',
    'manifest',
    manifest((value) => {
      for (const { records } of value['products'] as { records: Record<string, number> }[]) delete records['page']
    }),
  ],
  ['a file that is not in the manifest', 'unlisted-file', async (entries) => zipEntries(withExtra(entries))],
  [
    'a missing file',
    'missing-file',
    (entries, { product }) => zipEntries([...entries].filter(([name]) => name !== `product-${product}/page.jsonl`)),
  ],
  ['a line that is not JSON', 'malformed-record', text('page', () => '{"id":1\n')],
  ['a record without an id', 'malformed-record', text('page', () => '{"title_en_GB":"x"}\n')],
  ['an invalid id', 'malformed-record', text('page', () => '{"id":-3}\n')],
  ['the same id twice', 'malformed-record', rows('page', (all) => [all[0], all[0]])],
  ['invalid UTF-8', 'malformed-record', text('page', (content) => Buffer.concat([content, Buffer.from([0xc3, 0x28, 10])]))],
]
