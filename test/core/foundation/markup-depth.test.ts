// The linear depth scan that runs before markup is parsed.
import { expect } from 'chai'
import { maximumMarkupDepth, isNestedTooDeep } from '../../../core/foundation/markup-depth.js'

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
  }
  for (const [title, html] of Object.entries(deep)) {
    it(`markup: counts ${title}`, () => expect(isNestedTooDeep(html, 'html')).to.equal(true))
  }

  const flat: Readonly<Record<string, string>> = {
    'paragraphs, list items and table cells without end tags':
      '<p>a<ul><li>b<li>c</ul>'.repeat(many) + '<table>' + '<tr><td>a<td>b'.repeat(many),
    'elements without content': '<br><img src="a"><hr>'.repeat(many),
    'elements that are closed': '<p>a <b>b</b></p>'.repeat(many),
    'comparison signs in a text': '1 < 2 <= 3 '.repeat(many),
    'the maximum number of levels': '<b>'.repeat(maximumMarkupDepth),
  }
  for (const [description, html] of Object.entries(flat)) {
    it(`markup: accepts ${description}`, () => expect(isNestedTooDeep(html, 'html')).to.equal(false))
  }

  it('markup: counts elements of XML with their case, and self-closing ones as empty', () => {
    expect(isNestedTooDeep('<g/>'.repeat(many), 'xml')).to.equal(false)
    expect(isNestedTooDeep('<g></G>'.repeat(many), 'xml')).to.equal(true)
    expect(isNestedTooDeep('<g><![CDATA[</g>]]>'.repeat(many), 'xml')).to.equal(true)
  })
})
