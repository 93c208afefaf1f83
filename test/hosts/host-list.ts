// The four hosts under test: how each is created, how its users sign in, and every difference that a caller can see.
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { HostPlugin } from '../../core/contract.js'
import { cmsA } from '../../hosts/cms_a/index.js'
import { cmsB } from '../../hosts/cms_b/index.js'
import { shopPlatform } from '../../hosts/shop_platform/index.js'
import { standalone } from '../../hosts/standalone/index.js'
import type { App } from '../../core/app.js'
import type { Platform } from '../../core/foundation/property/kind.js'
import { registerAccount } from '../support/registration.js'
import { repositoryRoot } from '../support/repository.js'

export type SentHeaders = Readonly<Record<string, string>>
/** The headers of one more request of a person. Each assertion works once. */
export type Person = () => SentHeaders

export const nobody: Person = () => ({})

export interface HostUnderTest {
  readonly platform: Platform
  /** All differences between hosts that callers can see. */
  readonly differs: {
    readonly commerce: boolean
    /** True if people register and sign in at the service itself. */
    readonly keepsAccounts: boolean
    readonly languageFilter: boolean
    /** The German address of a path. */
    readonly germanPage: string
    readonly atLogin: 'merge' | 'move' | null
  }
  create(): HostPlugin
  /** A person with an account, identified by first name. */
  person(app: App, name: string): Promise<Person>
  start?(): Promise<void>
  stop?(): Promise<void>
}

interface Bridge {
  mintAssertion(trust: Readonly<Record<string, unknown>>, user: Readonly<Record<string, unknown>> | null, now?: number): string
  jwks(...keys: readonly KeyObject[]): unknown
}

/** The bridge code that integrators copy, loaded from the folder of the host. */
export async function bridgeOf(platform: Platform): Promise<Bridge> {
  return (await import(pathToFileURL(`${repositoryRoot}/hosts/${platform}/bridge/assertion.mjs`).href)) as Bridge
}

export const secret = 'a secret that only tests know, of more than 32 characters'
export const trust = { issuer: 'https://cms.example', audience: 'configurator', secret }

const emailOf = (name: string): string => `${name.toLowerCase()}@people.example`

const onStandalone: HostUnderTest = {
  platform: 'standalone',
  differs: { commerce: true, keepsAccounts: true, languageFilter: false, germanPage: '/de/blinds', atLogin: 'merge' },
  create: () => standalone(),
  async person(app, name) {
    const { session } = await registerAccount(app, { email: emailOf(name), password: `password of ${name}`, first_name: name })
    return () => ({ 'x-svc-shopper': session })
  },
}

const onCmsA: HostUnderTest = {
  platform: 'cms_a',
  differs: { commerce: true, keepsAccounts: false, languageFilter: true, germanPage: '/de/blinds', atLogin: 'move' },
  create: () => cmsA(trust),
  async person(_app, name) {
    const { mintAssertion } = await bridgeOf('cms_a')
    const user = { id: `a-${name}`, groups: [7, 'members'], locale: 'de_DE', name: `${name} Example`, email: emailOf(name) }
    return () => ({ 'x-svc-shopper': mintAssertion(trust, user) })
  },
}

/** Publishes the key of cms_b, as the CMS does. */
const keyOfCmsB = generateKeyPairSync('ed25519').privateKey
let jwksServer: Server | null = null
export const trustOfCmsB = { issuer: 'https://cms.example', audience: 'configurator', privateKey: keyOfCmsB }

const onCmsB: HostUnderTest = {
  platform: 'cms_b',
  differs: { commerce: true, keepsAccounts: false, languageFilter: false, germanPage: '/blinds?lang=de-DE', atLogin: 'move' },
  create() {
    const { port } = jwksServer!.address() as AddressInfo
    return cmsB({ issuer: trustOfCmsB.issuer, audience: trustOfCmsB.audience, jwksUrl: `http://127.0.0.1:${port}/keys` })
  },
  async person(_app, name) {
    const { mintAssertion } = await bridgeOf('cms_b')
    const user = {
      id: 40 + name.length,
      role: 'customers/dealers',
      locale: 'de-AT',
      givenName: name,
      familyName: 'Example',
      mail: emailOf(name),
    }
    return () => ({ 'x-svc-shopper': mintAssertion(trustOfCmsB, user) })
  },
  async start() {
    const { jwks } = await bridgeOf('cms_b')
    jwksServer = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(jwks(keyOfCmsB)))
    })
    await new Promise<void>((resolve) => jwksServer!.listen(0, '127.0.0.1', resolve))
  },
  async stop() {
    jwksServer?.closeAllConnections()
    await new Promise((resolve) => (jwksServer ? jwksServer.close(resolve) : resolve(null)))
  },
}

const onShopPlatform: HostUnderTest = {
  platform: 'shop_platform',
  differs: { commerce: false, keepsAccounts: false, languageFilter: false, germanPage: '/blinds?locale=de-DE', atLogin: null },
  create: () => shopPlatform(trust),
  async person(_app, name) {
    const { mintAssertion } = await bridgeOf('shop_platform')
    return () => ({ 'x-svc-shopper': mintAssertion(trust, { id: name }) })
  },
}

export const hostsUnderTest: readonly HostUnderTest[] = [onStandalone, onCmsA, onCmsB, onShopPlatform]
