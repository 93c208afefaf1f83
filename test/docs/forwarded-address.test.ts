// The proxy examples of the docs and the shipped proxy files replace the client's X-Forwarded-For, so clients cannot invent addresses.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readRepositoryFile, repositoryRoot } from '../support/repository.js'

const markdown = readdirSync(join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.md'),
)
const nginxFiles = ['deploy/nginx.conf', ...['cms_a', 'cms_b', 'shop_platform'].map((host) => `hosts/${host}/bridge/nginx.conf`)]

/** The locations of nginx that pass requests on, without their nested blocks. */
const proxiesIn = (text: string): readonly string[] => [...text.matchAll(/\{[^{}]*proxy_pass[^{}]*\}/g)].map(([block]) => block)
const flatten = (text: string): string => text.replace(/^\s*if .*\{[^{}]*\}$/gm, '')

const replacesAddress = (block: string): boolean =>
  /proxy_set_header X-Forwarded-For \$remote_addr;/.test(block) && !block.includes('$proxy_add_x_forwarded_for')

describe('proxy examples', () => {
  it('docs/guides/embed.md: its proxy replaces X-Forwarded-For', () => {
    const proxies = proxiesIn(flatten(readRepositoryFile('docs/guides/embed.md')))
    expect(proxies).to.have.length(1)
    expect(proxies.filter((block) => !replacesAddress(block))).to.deep.equal([])
  })

  it('docs: no page appends to X-Forwarded-For', () => {
    const wrong = markdown.filter((path) => /\$proxy_add_x_forwarded_for/.test(readRepositoryFile(`docs/${path}`)))
    expect(wrong).to.deep.equal([])
  })

  for (const path of nginxFiles) {
    it(`${path}: replaces X-Forwarded-For and never appends to it`, () => {
      const text = readRepositoryFile(path)
      expect(text).to.match(/proxy_set_header X-Forwarded-For \$remote_addr;/)
      expect(text).not.to.contain('$proxy_add_x_forwarded_for')
    })
  }
})
