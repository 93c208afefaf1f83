// Fonts configured by the shop: used for characters missing in the built-in fonts; line breaks in scripts without blanks.
import { expect } from 'chai'
import { print } from '../../../../plugins/print/index.js'
import { drawSheet } from '../../../../plugins/print/pdf/draw.js'
import { loadFaces } from '../../../../plugins/print/pdf/faces.js'
import { layoutText } from '../../../../plugins/print/pdf/lines.js'
import { buildPrintSheet } from '../../../../plugins/print/sheet.js'
import { stock } from '../../../../plugins/stock/index.js'
import { bootTestApp } from '../../../support/test-app.js'
import { catchError } from '../../../support/caught-error.js'
import { thaiFonts } from '../../../support/fonts.js'
import { createFrozenLine, createFrozenOrder, toSheetSource } from '../frozen-documents.js'
import { readPdfPages, requirePdfReader } from '../pdf-reader.js'
import { repositoryRoot } from '../../../support/repository.js'

describe('fonts of the shop', function () {
  this.timeout(60_000)

  it('draw only characters that the built-in fonts lack', async function () {
    requirePdfReader(this)
    const sheet = buildPrintSheet(
      'confirmation',
      toSheetSource(createFrozenOrder({ language: 'th-TH', lines: [createFrozenLine({ title: 'ม่านม้วน Roller' })] })),
    )
    const readText = async (fonts: readonly string[]): Promise<string> =>
      readPdfPages(await drawSheet(sheet, new Map(), () => undefined, fonts)).join('\n')
    const text = await readText(thaiFonts)
    expect(text).to.include('ม่านม้วน').and.to.include('Roller')
    expect(await readText([])).to.not.include('ม่านม้วน')
  })

  it('are selected by weight, with the available weight as fallback', async () => {
    const ko = 0x0e01
    const { regular, bold } = await loadFaces(thaiFonts)
    expect(regular.find((face) => face.has(ko))!.name).to.equal(thaiFonts[0])
    expect(bold.find((face) => face.has(ko))!.name).to.equal(thaiFonts[1])
    const alone = await loadFaces([thaiFonts[1]!])
    for (const faces of [alone.regular, alone.bold]) expect(faces.find((face) => face.has(ko))!.name).to.equal(thaiFonts[1])
    expect((await loadFaces()).regular.some((face) => face.has(ko))).to.equal(false)
  })

  it('stop the boot if a file is missing or is not a font', async () => {
    for (const path of ['nowhere.ttf', `${repositoryRoot}/package.json`]) {
      const refused = await catchError(bootTestApp({ printFonts: [path], plugins: [stock, print] }))
      expect(refused).to.include({ code: 'NOT_READY' })
      expect(refused.message).to.match(/^The font '.*(nowhere\.ttf|package\.json)' in 'SVC_PRINT_FONTS' cannot be read: /)
    }
  })
})

describe('line breaks', () => {
  const linesOf = async (text: string, width: number): Promise<readonly string[]> => {
    const { regular: faces } = await loadFaces(thaiFonts)
    // All letters have the same width.
    const set = layoutText(text, width, { faces, widthOf: (part) => [...part].length })
    return set.map(({ runs }) => runs.map((run) => run.text).join(''))
  }

  it('separate words of a script without blanks', async () => {
    expect(await linesOf('ฉันรักประเทศไทย', 9)).to.deep.equal(['ฉันรัก', 'ประเทศไทย'])
  })

  it('separate ideographs, but neither before closing nor after opening punctuation', async () => {
    expect(await linesOf('日本語の文章、です', 4)).to.deep.equal(['日本語の', '文章、で', 'す'])
    expect(await linesOf('日本語文、章', 4)).to.deep.equal(['日本語', '文、章'])
    expect(await linesOf('日本語「文章」', 4)).to.deep.equal(['日本語', '「文章」'])
  })

  it('split a word that is wider than the column, and no other word', async () => {
    expect(await linesOf('a Wolfenbüttel b', 6)).to.deep.equal(['a', 'Wolfen', 'büttel', 'b'])
  })

  it('keep a number whole inside a word that is wider than the column, unless the number alone is wider', async () => {
    expect(await linesOf('PLAN1.234,56EUR', 8)).to.deep.equal(['PLAN', '1.234,56', 'EUR'])
    expect(await linesOf('12345678901', 8)).to.deep.equal(['12345678', '901'])
    expect(await linesOf('合計１２３４５円', 5)).to.deep.equal(['合計', '１２３４５', '円'])
  })

  it('produce one run for words of one direction and font, and one run per word of the other direction', async () => {
    const { regular: faces } = await loadFaces()
    const [line] = layoutText('Roller blind שלום עולם', 100, { faces, widthOf: (part) => part.length })
    expect(line!.runs.map(({ text }) => text)).to.deep.equal(['Roller blind ', 'עולם', 'שלום '])
    expect(line!.width).to.equal('Roller blind שלום עולם'.length)
  })
})
