// Reads PDF files with Debian's poppler-utils. Tests that need it are skipped with a message if it is missing.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const pdfReaderMissingMessage =
  'pdftotext is not installed, so tests of printed documents were skipped: apt-get install poppler-utils.'

const isInstalled = spawnSync('pdftotext', ['-v']).error === undefined
let isReported = false

/** Skips the suite if poppler-utils is missing, and prints the reason once. */
export function requirePdfReader(context: Mocha.Context): void {
  if (isInstalled) return
  if (!isReported) console.log(pdfReaderMissingMessage)
  isReported = true
  context.skip()
}

function runWithFile<T>(bytes: Uint8Array, read: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'svc-pdf-'))
  try {
    const path = join(folder, 'document.pdf')
    writeFileSync(path, bytes)
    return read(path, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Direction marks that the reader adds to lines. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The text of each page, with runs of blanks collapsed. */
export function readPdfPages(bytes: Uint8Array): readonly string[] {
  const text = runWithFile(bytes, (path) => execFileSync('pdftotext', ['-layout', path, '-']).toString())
  const pages = text.replace(directionMarks, '').split('\f').slice(0, -1)
  return pages.map((page) => page.replace(/[ \t\u00a0\u202f]+/g, ' '))
}

export const readPdfText = (bytes: Uint8Array): string => readPdfPages(bytes).join('\n')

/** The reader returns the letters of right-to-left words in visual order. This restores the logical order. */
const toLogicalOrder = (word: string): string => (/[\u0590-\u065f\u066e-\u08ff]/.test(word) ? [...word].reverse().join('') : word)

/** Words with their positions, in points from the upper left corner of the page. */
export function readPdfWords(
  bytes: Uint8Array,
): readonly { text: string; page: number; left: number; right: number; top: number; bottom: number }[] {
  const markup = runWithFile(bytes, (path) => execFileSync('pdftotext', ['-bbox', path, '-'], { maxBuffer: 1e8 }).toString())
  return markup
    .split('<page ')
    .slice(1)
    .flatMap((page, index) =>
      [...page.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g)].map((match) => {
        const [left, top, right, bottom] = match.slice(1, 5).map(Number)
        return {
          text: toLogicalOrder(match[5]!.replace(directionMarks, '')),
          page: index + 1,
          left: left!,
          right: right!,
          top: top!,
          bottom: bottom!,
        }
      }),
    )
}

/** Types and sizes of the embedded images. */
export function listPdfImages(bytes: Uint8Array): readonly string[] {
  const listed = runWithFile(bytes, (path) => execFileSync('pdfimages', ['-list', path]).toString())
  return listed
    .split('\n')
    .slice(2)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/).slice(2, 5).join(' '))
}

/** The grey values of a page's pixels, row by row. */
export function renderPdfPixels(
  bytes: Uint8Array,
  page = 1,
): { readonly width: number; readonly height: number; readonly grey: Uint8Array } {
  return runWithFile(bytes, (path, folder) => {
    execFileSync('pdftoppm', [
      '-r',
      '40',
      '-gray',
      '-f',
      String(page),
      '-l',
      String(page),
      '-singlefile',
      path,
      join(folder, 'page'),
    ])
    const file = readFileSync(join(folder, 'page.pgm'))
    const [, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 40))!.map(Number) as [
      number,
      number,
      number,
    ]
    return { width, height, grey: file.subarray(file.length - width * height) }
  })
}

/** The metadata of the file. */
export function readPdfInfo(bytes: Uint8Array): string {
  return runWithFile(bytes, (path) => execFileSync('pdfinfo', ['-rawdates', path]).toString())
}
