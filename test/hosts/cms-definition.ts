// The test server of each platform as its bridge configures it: forwarded addresses, minted assertions, and the embedding page.
import { readRepositoryFile } from '../support/repository.js'
import { bridgeOf, trust, trustOfCmsB } from './host-list.js'
import type { CmsDefinition } from './test-cms.js'

type Cms = 'cms_a' | 'cms_b'
export type Embedding = Cms | 'shop_platform'

/** The users of each CMS. */
export const people: Readonly<Record<Cms, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = {
  cms_a: {
    anna: { id: 1, groups: [2], locale: 'de_DE', name: 'Anna Ahorn', email: 'anna@people.example' },
    ben: { id: 2, groups: [], locale: 'en_GB', name: 'Ben Birch', email: 'ben@people.example' },
  },
  cms_b: {
    anna: { id: 1, role: 'customers', locale: 'de-DE', givenName: 'Anna', familyName: 'Ahorn', mail: 'anna@people.example' },
    ben: { id: 2, role: '', locale: 'en', givenName: 'Ben', familyName: 'Birch', mail: 'ben@people.example' },
  },
}

export const embedOf = (platform: Embedding): string => readRepositoryFile(`hosts/${platform}/bridge/embed.html`)

/** The patterns of every `location` in nginx.conf that forwards to the service. */
function handedOn(platform: Embedding): RegExp {
  const blocks = readRepositoryFile(`hosts/${platform}/bridge/nginx.conf`).matchAll(/^location (~ |= )?(\S+) \{([^}]*)\}/gm)
  const patterns = [...blocks].flatMap(([, kind, path = '', body = '']) =>
    body.includes('proxy_pass http://svc;') ? [kind === '~ ' ? path : `^${path}`] : [],
  )
  return new RegExp(patterns.join('|'))
}

/** @param pages the HTML of each page, by address */
export async function definitionOf(platform: Embedding, pages: Readonly<Record<string, () => string>>): Promise<CmsDefinition> {
  const served = Object.entries(pages).map(
    ([path, body]) => [path, () => ({ type: 'text/html; charset=utf-8', body: body() })] as const,
  )
  const definition = { service: handedOn(platform), pages: Object.fromEntries(served) }
  // Requests of shop pages carry no user identity.
  if (platform === 'shop_platform') return { ...definition, mint: () => '' }
  const { mintAssertion } = await bridgeOf(platform)
  const issuer = platform === 'cms_a' ? trust : trustOfCmsB
  return { ...definition, mint: (user) => mintAssertion(issuer, user === null ? null : people[platform][user]!) }
}
