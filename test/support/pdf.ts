// Reads PDF files as a person would, by Debian's poppler-utils; tests that need them skip with a sentence where they are missing.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const noReader =
  'pdftotext is not installed, so what stands on printed documents is not read: apt-get install poppler-utils.'

const isInstalled = spawnSync('pdftotext', ['-v']).error === undefined
let told = false

/** Skips the suite where nothing can read PDF files, and says so once. */
export function requireReader(context: Mocha.Context): void {
  if (isInstalled) return
  if (!told) console.log(noReader)
  told = true
  context.skip()
}

function withFile<T>(bytes: Uint8Array, read: (path: string, folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'svc-pdf-'))
  try {
    const path = join(folder, 'document.pdf')
    writeFileSync(path, bytes)
    return read(path, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Marks by which a reader says in which direction a line runs. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The text of each page, runs of blanks as one. */
export function pagesOf(bytes: Uint8Array): readonly string[] {
  const text = withFile(bytes, (path) => execFileSync('pdftotext', ['-layout', path, '-']).toString())
  const pages = text.replace(directions, '').split('\f').slice(0, -1)
  return pages.map((page) => page.replace(/[ \t\u00a0\u202f]+/g, ' '))
}

export const textOf = (bytes: Uint8Array): string => pagesOf(bytes).join('\n')

/** The reader gives the letters of a word as they stand from the left. */
const asWritten = (word: string): string => (/[\u0590-\u065f\u066e-\u08ff]/.test(word) ? [...word].reverse().join('') : word)

/** Words with where they stand, in points from the upper left corner of their page. */
export function wordsOf(
  bytes: Uint8Array,
): readonly { text: string; page: number; left: number; right: number; top: number; bottom: number }[] {
  const markup = withFile(bytes, (path) => execFileSync('pdftotext', ['-bbox', path, '-'], { maxBuffer: 1e8 }).toString())
  return markup
    .split('<page ')
    .slice(1)
    .flatMap((page, index) =>
      [...page.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g)].map((found) => {
        const [left, top, right, bottom] = found.slice(1, 5).map(Number)
        return {
          text: asWritten(found[5]!.replace(directions, '')),
          page: index + 1,
          left: left!,
          right: right!,
          top: top!,
          bottom: bottom!,
        }
      }),
    )
}

/** The kinds and sizes of the pictures in it. */
export function picturesIn(bytes: Uint8Array): readonly string[] {
  const listed = withFile(bytes, (path) => execFileSync('pdfimages', ['-list', path]).toString())
  return listed
    .split('\n')
    .slice(2)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/).slice(2, 5).join(' '))
}

/** A page as the grey values of its pixels, row by row. */
export function pixelsOf(
  bytes: Uint8Array,
  page = 1,
): { readonly width: number; readonly height: number; readonly grey: Uint8Array } {
  return withFile(bytes, (path, folder) => {
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

/** What the file says of itself. */
export function infoOf(bytes: Uint8Array): string {
  return withFile(bytes, (path) => execFileSync('pdfinfo', ['-rawdates', path]).toString())
}
