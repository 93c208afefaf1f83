// Findings about an imported file: their messages, grades and limits.
import { expect } from 'chai'
import { createMessage, defineMessages } from '../../../core/foundation/message.js'
import { ValidationError } from '../../../core/foundation/errors.js'
import { createMessageCatalogs } from '../../../core/foundation/message-catalogs.js'
import { formatMessageFields } from '../../../core/foundation/message-format.js'
import { FileFault, FileFindings } from '../../../core/transfer/findings.js'

const blinds = defineMessages('blinds', {
  en: { slatUnknown: "The slat ''{slat}'' does not exist." },
  de: { slatUnknown: 'Die Lamelle „{slat}“ gibt es nicht.' },
})
const catalogs = createMessageCatalogs([blinds.contribution])

describe('FileFindings', () => {
  it('take messages of core, messages of a plugin, and English texts, with their line', () => {
    const findings = new FileFindings()
    findings.warning('encoding', createMessage('files.encodingGuessed'), 3)
    findings.notice('slat', blinds.create('slatUnknown', { slat: 'wide' }), 4)
    findings.notice('plain', 'The moon is full.', 5)
    findings.notice('whole', blinds.create('slatUnknown', { slat: 'thin' }))
    const list = findings.list()
    expect(list.map(({ grade, kind, line, message }) => [grade, kind, line, message.slice(0, 42)])).to.deep.equal([
      ['warning', 'encoding', 3, 'Line 3: The file is not saved as UTF-8 and'],
      ['notice', 'slat', 4, "Line 4: The slat 'wide' does not exist."],
      ['notice', 'plain', 5, 'Line 5: The moon is full.'],
      ['notice', 'whole', undefined, "The slat 'thin' does not exist."],
    ])
    expect(list.map((finding) => formatMessageFields(finding, 'de', { catalogs }).slice(0, 42))).to.deep.equal([
      'Zeile 3: Die Datei ist nicht als UTF-8 ges',
      'Zeile 4: Die Lamelle „wide“ gibt es nicht.',
      'Zeile 5: The moon is full.',
      'Die Lamelle „thin“ gibt es nicht.',
    ])
  })

  it('refuse a file with the messages of blockers and faults, and with the number of all that are not listed', () => {
    const findings = new FileFindings()
    findings.refuse()
    findings.addFault(new FileFault('slat', blinds.create('slatUnknown', { slat: 'wide' }), 7))
    for (let line = 1; line <= 150; line++) findings.blocker('quote', createMessage('files.quoteUnclosed'), line)
    expect(() => findings.refuse())
      .to.throw(ValidationError)
      .with.property('issues')
      .with.length(100)
    try {
      findings.refuse()
    } catch (error) {
      const { issues } = error as ValidationError
      expect(issues[0]).to.include({ field: 'file', code: 'slat', message: "Line 7: The slat 'wide' does not exist." })
      expect(issues.at(-1)).to.include({ code: 'more', message: '52 more messages are not shown.' })
      expect(formatMessageFields(issues[0]!, 'de', { catalogs })).to.equal('Zeile 7: Die Lamelle „wide“ gibt es nicht.')
    }
  })
})
