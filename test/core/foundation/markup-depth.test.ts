// The depth of markup, counted by the sanitiser's own parser before markup is sanitised.
import { createRequire } from 'node:module'
import { expect } from 'chai'
import { maximumMarkupDepth, isNestedTooDeep } from '../../../core/foundation/rich-text.js'

const many = maximumMarkupDepth * 2

describe('isNestedTooDeep', () => {
  const deep: Readonly<Record<string, string>> = {
    'elements that are never closed': '<b>'.repeat(many),
    'elements that are closed in order': '<b>'.repeat(many) + '</b>'.repeat(many),
    'end tags without their element in between': '<b></i>'.repeat(many),
    'end tags inside attribute values': '<b title="</b>">'.repeat(many),
    'end tags inside comments': '<b><!-- </b> -->'.repeat(many),
    'end tags inside the text of style elements': '<b><style></b></style>'.repeat(many),
    'a quotation mark that begins no value': `<b ">${'<b>'.repeat(many)}"`,
    'table cells inside each other': '<table><tr><td>'.repeat(many),
    'elements after a comment that ends at once': `<!-->${'<b>'.repeat(many)}-->`,
    'elements after a comment that ends after one dash': `<!--->${'<b>'.repeat(many)}-->`,
    'elements with a value that has no name': '<b =">'.repeat(many),
    'elements with an equals sign in an unquoted value': '<b a=x=">'.repeat(many),
    'elements with an equals sign after a quoted value': '<b a="" =">'.repeat(many),
    'elements with a no-break space before a quotation mark': '<b a=\u00a0">'.repeat(many),
    'elements with a vertical tab before a quotation mark': '<b a=\v">'.repeat(many),
  }
  for (const [description, html] of Object.entries(deep)) {
    it(`markup: counts ${description}`, () => expect(isNestedTooDeep(html, 'html')).to.equal(true))
  }

  const flat: Readonly<Record<string, string>> = {
    'paragraphs, list items and table cells without end tags':
      '<p>a<ul><li>b<li>c</ul>'.repeat(many) + '<table>' + '<tr><td>a<td>b'.repeat(many),
    'elements without content': '<br><img src="a"><hr>'.repeat(many),
    'elements that are closed': '<p>a <b>b</b></p>'.repeat(many),
    'comparison signs in a text': '1 < 2 <= 3 '.repeat(many),
    'as many levels as are allowed': '<b>'.repeat(maximumMarkupDepth),
    'end tags of paragraphs that are not open': '</p></br>'.repeat(many),
  }
  for (const [what, html] of Object.entries(flat)) {
    it(`markup: accepts ${what}`, () => expect(isNestedTooDeep(html, 'html')).to.equal(false))
  }

  it('markup: counts elements of XML with their case, and self-closing ones as empty', () => {
    expect(isNestedTooDeep('<g/>'.repeat(many), 'xml')).to.equal(false)
    expect(isNestedTooDeep('<g></G>'.repeat(many), 'xml')).to.equal(true)
    expect(isNestedTooDeep('<g><![CDATA[</g>]]>'.repeat(many), 'xml')).to.equal(true)
  })

  const deepXml: Readonly<Record<string, string>> = {
    'elements whose last value ends in a slash': '<g a=/>'.repeat(many),
    'elements whose names start with an underscore': '<_g>'.repeat(many),
    'elements whose names start with a digit': '<1>'.repeat(many),
    'end tags with a vertical tab in their name': '<g></g\v>'.repeat(many),
    'elements after a comment that ends at once': `<!-->${'<g>'.repeat(many)}-->`,
  }
  for (const [what, xml] of Object.entries(deepXml)) {
    it(`markup: counts in XML ${what}`, () => expect(isNestedTooDeep(xml, 'xml')).to.equal(true))
  }

  it('markup: is parsed by the same file of htmlparser2 here and in sanitize-html', () => {
    const { resolve } = createRequire(import.meta.url)
    expect(createRequire(resolve('sanitize-html')).resolve('htmlparser2')).to.equal(resolve('htmlparser2'))
  })

  it('markup: checks 1 MiB of XML in a time that grows with its length only', function () {
    this.timeout(60_000)
    const fills = ['<g/>', '<g></g>', '</g>', '&', '<', '<!---->', '<g a=b/>', '&#0', '<_g/>', '<g></g\v>']
    const measure = (text: string): number => {
      const times = [1, 2, 3].map(() => {
        const start = process.cpuUsage()
        expect(isNestedTooDeep(text, 'xml')).to.be.a('boolean')
        return process.cpuUsage(start).user
      })
      return Math.min(...times)
    }
    for (const fill of fills) {
      const text = '<b>'.repeat(maximumMarkupDepth - 1) + fill.repeat(1_048_576 / fill.length)
      // Quadratic work would take 16 times as long for four times the length.
      expect(measure(text), fill).to.be.lessThan(9 * measure(text.slice(0, text.length / 4)) + 20_000)
    }
  })
})
