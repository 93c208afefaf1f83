// XML parsing: events and trees with line numbers, and rejected input.
import { expect } from 'chai'
import fc from 'fast-check'
import { parseXmlTree, readXml, type XmlElement, XmlError } from '../../../core/foundation/xml.js'

function eventsOf(source: string): readonly unknown[] {
  const events: unknown[] = []
  readXml(source, {
    open: (name, attributes, line) => events.push(['open', name, Object.fromEntries(attributes), line]),
    close: (name, line) => events.push(['close', name, line]),
    text: (text) => events.push(['text', text]),
  })
  return events
}

function refusal(source: string): string {
  try {
    return `no refusal: ${JSON.stringify(eventsOf(source))}`
  } catch (error) {
    expect(error).to.be.instanceOf(XmlError)
    return `${(error as XmlError).line}: ${(error as XmlError).message}`
  }
}

interface Sample {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Sample[]
  readonly text: string
}

const characters = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !/[\0-\x1f\ufffe\uffff]/.test(text))
const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.record({
    name: fc.constantFrom('a', 'b', 'ü', 'long-name.1'),
    attributes: fc.dictionary(fc.constantFrom('p', 'q', 'x:r'), characters, { maxKeys: 3 }),
    children: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('sample'), { maxLength: 3 })),
    text: characters,
  }),
}))

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&#62;').replaceAll('"', '&quot;')
const format = ({ name, attributes, children, text }: Sample): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escape(value)}"`)
    .join('')}>${escape(text)}${children.map(format).join('')}</${name}>`
const toSample = ({ name, attributes, children, text }: XmlElement): Sample => ({
  name,
  attributes: Object.fromEntries(attributes),
  children: children.map(toSample),
  text,
})

describe('XML', () => {
  it('parses every tree that is formatted as XML', () => {
    fc.assert(
      fc.property(sample, (tree) => {
        expect(toSample(parseXmlTree(format(tree), 10_000))).to.deep.equal(tree)
      }),
    )
  })

  it('emits local names, attributes, texts, CDATA sections and the line of each tag', () => {
    const source =
      '<?xml version="1.0" encoding="UTF-8"?>\n<!-- c -->\n<x:a y:b="1 &lt; 2"\n c=\'"\'>\r\n<b\n/>t&amp;&#65;&#x42;<![CDATA[<&]]><?p q?></x:a>\n'
    expect(eventsOf(source)).to.deep.equal([
      ['open', 'a', { 'y:b': '1 < 2', c: '"' }, 3],
      ['text', '\n'],
      ['open', 'b', {}, 5],
      ['close', 'b', 5],
      ['text', 't&AB'],
      ['text', '<&'],
      ['close', 'a', 6],
    ])
  })

  it('rejects document types, entities, malformed input and exceeded limits, with the line', () => {
    const doctype = 'Document types are not supported. Remove <!DOCTYPE …> from the file.'
    for (const [source, message] of [
      ['<!DOCTYPE a>\n<a/>', `1: ${doctype}`],
      ['\n<!DOCTYPE a [<!ENTITY b "c">\n]><a>&b;</a>', `3: ${doctype}`],
      ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', `1: ${doctype}`],
      ['<a>\n&b;</a>', '2: The file is not valid XML.'],
      ['<a>\n<b></a></b>', '2: An XML element has a closing tag without a matching opening tag.'],
      ['<a>\n<b>', '2: The XML element <b> is not closed.'],
      ['<a/><b/>', '1: The file is not valid XML.'],
      ['<a b="1" b="2"/>', '1: The file is not valid XML.'],
      ['<a>&#xd800;</a>', '1: The file is not valid XML.'],
      ['text', '1: The file is not valid XML.'],
      ['', '1: The file is not valid XML.'],
      ['<a>'.repeat(1_000_000), '1: XML elements can be nested at most 200 levels deep.'],
      [
        `<a ${Array.from({ length: 101 }, (_, at) => `b${at}=""`).join(' ')}/>`,
        '1: An XML element can have at most 100 attributes.',
      ],
    ] as const)
      expect(refusal(source), source.slice(0, 100)).to.equal(message)
    expect(() => parseXmlTree('<a>\n<b/>\n<b/></a>', 2))
      .to.throw(XmlError, 'The file can have at most 2 XML elements.')
      .with.property('line', 3)
  })
})
