// Libraries are used through their public API: no private members, no replaced methods, no patched module cache.
import { expect } from 'chai'
import { type SourceFile, readSourceFiles } from '../support/repository.js'

const shipped = /^(?:core|plugins|hosts|customizations|bin)\/.*\.tsx?$/

/** A way to reach into a library. */
interface ForbiddenPattern {
  readonly name: string
  readonly pattern: RegExp
  /** The files in which the pattern is forbidden. Default: all shipped files. */
  readonly files?: RegExp
  readonly example: string
}

const forbiddenPatterns: readonly ForbiddenPattern[] = [
  {
    name: 'a private member',
    pattern: /[\w)\]]\??\._[a-z]|\[['"]_[a-z]/,
    example: 'connection._commands.shift()',
  },
  {
    name: 'the module cache',
    pattern: /\brequire\.cache\b/,
    example: 'require.cache[path] = stub',
  },
  {
    name: "a member that Sequelize's or mysql2's types do not declare",
    pattern:
      /\b(?:connectionManager|manager)\.(?:pool|config|connect|validate)\b|\b(?:forceCleanup|prepareEnvironment|sequenceId)\b/,
    example: 'sequelize.connectionManager.pool.size',
  },
  {
    name: 'a replaced method',
    pattern:
      /\.(?:getConnection|releaseConnection|destroyConnection|connect|disconnect|validate|startTransaction|commitTransaction|rollbackTransaction|createConnection) = |Object\.(?:assign|defineProperty)\([^,]*(?:connectionManager|QueryInterface|sequelize|mysql2)/,
    example: 'Object.assign(sequelize.getQueryInterface(), { startTransaction })',
  },
  {
    name: 'a cast of a library object to undeclared members',
    pattern: /\bas unknown as\b/,
    files: /^core\/storage\/database\//,
    example: 'const { stream } = connection as unknown as { stream: Socket }',
  },
]

function listViolations({ path, text }: SourceFile): readonly string[] {
  if (!shipped.test(path)) return []
  return forbiddenPatterns
    .filter(({ pattern, files }) => (files ?? shipped).test(path) && pattern.test(text))
    .map(({ name }) => `${path} uses ${name}`)
}

describe('The use of libraries', () => {
  it('touches no private member, replaces no method and patches no module cache', () => {
    expect(readSourceFiles().flatMap(listViolations)).to.deep.equal([])
  })

  for (const { name, example } of forbiddenPatterns) {
    it(`is checked for ${name}`, () => {
      const path = 'core/storage/database/example.ts'
      expect(listViolations({ path, text: example })).to.include(`${path} uses ${name}`)
      expect(listViolations({ path: 'test/example.ts', text: example })).to.deep.equal([])
    })
  }
})
