// Configuration service for in-process callers. Callers name the shopper in the options.
import { duplicateConfiguration, shareConfiguration } from './copy.js'
import { applyHistoryStep } from './history-step.js'
import { changeConfiguration, claimGuestConfiguration, readConfiguration, startConfiguration } from './service.js'
import { uploadFile } from './uploads.js'
import { contextToken, shopRulesToken } from '../../boot/tokens.js'
import { inject, injectable } from '../../foundation/injection.js'
import type { Shopper } from '../../shop/shopper.js'
import type { Context } from '../../storage/context.js'
import { type ShopRules, ShopperContext } from '../shopper-context.js'
import type {
  ChangeInput,
  ConfigurationReply,
  Configurations,
  ReplyOptions,
  SharedReply,
  StartInput,
  StepInput,
  UploadInput,
  UploadReply,
} from './define.js'

@injectable()
export class ConfigurationService implements Configurations {
  constructor(
    @inject(contextToken) private readonly context: Context,
    @inject(shopRulesToken) private readonly rules: ShopRules,
  ) {}

  async start(input: StartInput, options: ReplyOptions = {}): Promise<ConfigurationReply> {
    return startConfiguration(this.createShopperContext(options), input, options)
  }

  async read(token: string, options: ReplyOptions = {}): Promise<ConfigurationReply> {
    return readConfiguration(this.createShopperContext(options), token, options)
  }

  async change(token: string, input: ChangeInput, options: ReplyOptions = {}): Promise<ConfigurationReply> {
    return changeConfiguration(this.createShopperContext(options), token, input, options)
  }

  async undo(token: string, input: StepInput = {}, options: ReplyOptions = {}): Promise<ConfigurationReply> {
    return applyHistoryStep(this.createShopperContext(options), token, 'undo', input, options)
  }

  async redo(token: string, input: StepInput = {}, options: ReplyOptions = {}): Promise<ConfigurationReply> {
    return applyHistoryStep(this.createShopperContext(options), token, 'redo', input, options)
  }

  async duplicate(token: string, options: ReplyOptions = {}): Promise<ConfigurationReply> {
    return duplicateConfiguration(this.createShopperContext(options), token, options)
  }

  async share(token: string, options: ReplyOptions = {}): Promise<SharedReply> {
    return shareConfiguration(this.createShopperContext(options), token)
  }

  async upload(token: string, upload: UploadInput, options: ReplyOptions = {}): Promise<UploadReply> {
    return uploadFile(this.createShopperContext(options), token, upload)
  }

  async claim(token: string, shopper: Shopper): Promise<void> {
    return claimGuestConfiguration(this.createShopperContext({ shopper }), token)
  }

  private createShopperContext({ shopper, language }: ReplyOptions): ShopperContext {
    return new ShopperContext(this.context, this.rules, { shopper, language })
  }
}
