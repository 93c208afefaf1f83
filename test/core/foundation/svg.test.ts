// Sanitized SVG drawings keep their shapes and lose scripts, external resources and links.
import { expect } from 'chai'
import { sanitizeSvg } from '../../../core/foundation/rich-text.js'

const drawing = (inner: string, attributes = ''): string => `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inner}</svg>`

describe('sanitizeSvg', () => {
  it('keeps shapes, paint, text and references to its own parts', () => {
    const inner =
      '<defs><linearGradient id="g" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
      '<g transform="scale(2)" style="fill:url(#g);stroke:#000"><path d="M0 0 L10 10Z" fill="url(#g)"></path><text x="1" y="2">Länge &amp; Breite</text></g>' +
      '<use href="#g"></use>'
    const text = drawing(inner, ' viewBox="0 0 20 20"')
    expect(sanitizeSvg(text)).to.equal(text)
    expect(sanitizeSvg(sanitizeSvg(text)!)).to.equal(text)
  })

  for (const inner of [
    '<script>canary()</script>',
    '<SCRIPT>canary()</SCRIPT>',
    '<script xlink:href="canary.js"/>',
    '<g onload="canary()"/>',
    '<g OnLoad="canary()"/>',
    '<a href="canary"><g/></a>',
    '<use href="canary.svg#a"/>',
    '<use xlink:href="data:image/svg+xml,canary"/>',
    '<image href="canary.png"/>',
    '<foreignObject><p>canary</p></foreignObject>',
    '<style>*{background:url(canary)}</style>',
    '<g style="background:url(canary)"/>',
    '<g style="background:\\75rl(canary)"/>',
    '<g style="background:u/**/rl(canary)"/>',
    '<g fill="url(  //canary)"/>',
    '<g fill="url(#a) url(//canary)"/>',
    '<g style="@import canary"/>',
    '<animate attributeName="href" values="canary"/>',
    '<set attributeName="onclick" to="canary"/>',
    '<iframe src="canary"/>',
    '<handler>canary</handler><!-- canary --><?canary?>',
    '<![CDATA[<canary>]]>'.replace('<canary>', '<script>canary</script>'),
  ]) {
    it(`removes the unsafe part of ${inner.slice(0, 50)}`, () => {
      const clean = sanitizeSvg(drawing(inner))!
      expect(clean).to.match(/^<svg [\s\S]*<\/svg>$/)
      expect(clean).not.to.match(/<script|<handler[^&]|=\s*"[^"]*canary|url\([^#]*canary/i)
      if (!/handler|CDATA|SCRIPT/.test(inner)) expect(clean).not.to.contain('canary')
    })
  }

  it('returns null if no svg element is left', () => {
    for (const text of ['', 'text', '<html></html>', '<script/>', '<g></g><svg/>']) expect(sanitizeSvg(text), text).to.equal(null)
  })

  it('processes malicious nesting and repetition within the test timeout', () => {
    for (const text of [
      '<'.repeat(100_000),
      '<svg '.repeat(20_000),
      drawing('<g>'.repeat(30_000)),
      drawing(`<g fill="${'url('.repeat(20_000)}"/>`),
    ]) {
      sanitizeSvg(text)
    }
  })
})
