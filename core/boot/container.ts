// The service container: each token is bound once, by a known owner. The only file that imports tsyringe.
import 'reflect-metadata'
import { container as root, instanceCachingFactory, type DependencyContainer } from 'tsyringe'
import { BootError, type Fault } from '../foundation/fault.js'

/** The key of a binding, with its type. */
export interface Token<T> {
  readonly name: string
  /** Exists only at compile time: the type of the service. */
  readonly holds?: T
}

export function defineToken<T>(name: string): Token<T> {
  return Object.freeze({ name })
}

/** Creates the service of a token once per app, on first use. */
export type Factory<T> = (container: Container) => T

interface Binding {
  readonly owner: string
  readonly create: Factory<unknown>
}

export class Container {
  private readonly bindings = new Map<Token<unknown>, Binding>()
  private readonly clashes: Fault[] = []
  private scope: DependencyContainer | null = null

  /** Binds a token. A second binding is a fault that names both owners. */
  bind<T>(token: Token<T>, owner: string, create: Factory<T>): void {
    const first = this.bindings.get(token)
    if (!first) this.set(token, owner, create)
    else {
      this.clashes.push({
        id: 'token-clash',
        owner,
        message: `The service '${token.name}' is bound by '${first.owner}' and by '${owner}'.`,
        hint: 'Bind it once, or replace it on purpose.',
      })
    }
  }

  /** Replaces the factory of a bound token. */
  replace<T>(token: Token<T>, owner: string, create: Factory<T>): void {
    if (this.bindings.has(token)) this.set(token, owner, create)
    else {
      const message = `'${owner}' replaces the service '${token.name}', which nobody has bound.`
      this.clashes.push({ id: 'token-unbound', owner, message, hint: 'Bind it instead.' })
    }
  }

  private set<T>(token: Token<T>, owner: string, create: Factory<T>): void {
    if (this.scope) throw new Error(`The service '${token.name}' comes too late: the container is closed for bindings.`)
    this.bindings.set(token, { owner, create })
  }

  faults(): readonly Fault[] {
    return this.clashes
  }

  /** Owners by token name, in the order of binding. */
  owners(): ReadonlyMap<string, string> {
    return new Map([...this.bindings].map(([token, binding]) => [token.name, binding.owner]))
  }

  get<T>(token: Token<T>): T {
    if (!this.bindings.has(token)) throw new Error(`Nobody has bound the service '${token.name}'.`)
    return this.open().resolve<T>(token.name)
  }

  /** The tsyringe container. Each app has its own, so two apps in one process share nothing. */
  private open(): DependencyContainer {
    if (this.scope) return this.scope
    if (this.clashes.length > 0) throw new BootError(this.clashes)
    const scope = root.createChildContainer()
    for (const [token, { create }] of this.bindings) {
      scope.register(token.name, { useFactory: instanceCachingFactory(() => create(this)) })
    }
    this.scope = scope
    return scope
  }
}
