// Installing the package causes no warning: all dependencies run on the oldest supported Node, and none is deprecated.
import { expect } from 'chai'
import { minVersion, satisfies } from 'semver'
import { readRepositoryFile } from '../support/repository.js'

interface Locked {
  readonly version: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly engines?: { readonly node?: string }
  readonly deprecated?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

interface Manifest {
  readonly engines: { readonly node: string }
  readonly dependencies: Readonly<Record<string, string>>
  readonly overrides?: unknown
}

const manifest = JSON.parse(readRepositoryFile('package.json')) as Manifest
const { packages } = JSON.parse(readRepositoryFile('package-lock.json')) as { packages: Readonly<Record<string, Locked>> }
const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)
const oldest = minVersion(manifest.engines.node)!

describe('installation of the package', () => {
  it('has no overrides, which npm applies only in this repository and not in an installation', () => {
    expect(manifest.overrides).to.equal(undefined)
  })

  it(`runs on Node ${oldest.version} with all dependencies`, () => {
    const newer = shipped.filter(([, { engines }]) => engines?.node !== undefined && !satisfies(oldest, engines.node))
    expect(newer.map(([path, { version, engines }]) => `${path}@${version} wants Node ${engines!.node}`)).to.deep.equal([])
  })

  it('contains no deprecated dependency', () => {
    expect(shipped.filter(([, { deprecated }]) => deprecated !== undefined).map(([path]) => path)).to.deep.equal([])
  })
})
