// Parses the shared strings of a workbook.
import { FileFault } from '../file-findings.js'
import { readXml } from '../../foundation/xml.js'
import { gridLimits, decodeCellText } from './define.js'

const maxStrings = 200_000

/** Skips the phonetic readings above Japanese texts. */
export function readSharedStrings(source: string): readonly string[] {
  const strings: string[] = []
  let [text, inText, phonetic] = ['', false, 0]
  readXml(source, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh') phonetic++
      inText = name === 't' && phonetic === 0
    },
    close(name, line) {
      if (name === 'rPh') phonetic--
      if (name === 't') inText = false
      if (name !== 'si') return
      if (strings.length >= maxStrings) throw new FileFault('too-large', `The workbook has more than ${maxStrings} texts.`, line)
      strings.push(decodeCellText(text))
    },
    text(chunk, line) {
      if (!inText) return
      text += chunk
      if (text.length > gridLimits.text)
        throw new FileFault('too-large', `A cell has at most ${gridLimits.text} characters.`, line)
    },
  })
  return strings
}
