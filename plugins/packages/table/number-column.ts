// Parses the numbers and ranges of one column of a variant table, all in the same notation.
import { type formulaLanguage, typedText } from '#core/surface.js'
import { createMessage, type Message, formatTypedNumber, type ParsedNumber } from '#core/contract.js'

interface NumberCell {
  readonly line: number
  readonly text: string
}

/** Workbook decimals are written with the Arabic decimal sign, so they have one reading in every notation. */
const workbookSign = '\u066b'

export const encodeWorkbookNumber = (digits: string): string => digits.replace('.', workbookSign)

/** The name in a cell; a number cell of a workbook has digits with a decimal point. */
export const decodeCellName = (text: string): string => (/^-?\d+\u066b\d+$/.test(text) ? text.replace(workbookSign, '.') : text)

const decimalPattern = /^-?\d{1,15}(\.\d{1,10})?$/

/** The parts of a cell, each as one number or as the two ends of a range: `12|40..60` and `12|40 - 60`. */
function splitCell(text: string): readonly (readonly string[])[] {
  return text.split('|').map((part) => {
    const ends = part.includes('..') ? part.split('..') : part.trim().split(/(?<=[\d ])[-–]/)
    return (ends.length === 2 ? ends : [part]).map((end) => end.trim())
  })
}

const limitCell = (text: string): string => text.slice(0, 100)

export class NumberColumn {
  private readonly parsed = new Map<string, ParsedNumber>()
  /** Why no cell can be parsed; null if the column has one notation. */
  readonly contradiction: Message | null = null

  constructor(
    cells: readonly NumberCell[],
    private readonly language: string,
  ) {
    const ends = cells.flatMap(({ line, text }) =>
      splitCell(text)
        .flat()
        .map((end) => ({ line, text: end })),
    )
    const column = typedText.parseNumberColumn(
      ends.map(({ text }) => text),
      language,
    )
    if ('numbers' in column) {
      for (const [at, number] of column.numbers.entries()) this.parsed.set(ends[at]!.text, number)
      return
    }
    const [comma, point] = column.cells.map((at) => ends[at]!) as [NumberCell, NumberCell]
    this.contradiction = createMessage('files.mixedDecimalSigns', {
      comma: limitCell(comma.text),
      commaLine: comma.line,
      point: limitCell(point.text),
      pointLine: point.line,
    })
  }

  /** The parts of a cell; an unreadable part becomes an error message. */
  readCell(text: string): readonly (formulaLanguage.CellPart | Message)[] {
    return splitCell(text).map((ends) => {
      const numbers: number[] = []
      for (const end of ends) {
        const parsed = this.parsed.get(end)
        if (parsed && 'readings' in parsed) {
          const [first, second] = parsed.readings.map((reading) => formatTypedNumber(reading, this.language))
          return createMessage('files.numberAmbiguous', { text: limitCell(end), first: first!, second: second! })
        }
        if (parsed && 'number' in parsed && decimalPattern.test(parsed.number)) numbers.push(Number(parsed.number))
      }
      const [from, to] = numbers
      if (numbers.length < ends.length || from === undefined || (to !== undefined && from > to)) {
        return createMessage('files.notNumberOrRange', { text: limitCell(ends.join('..')) })
      }
      return to === undefined ? from : { from, to }
    })
  }
}
