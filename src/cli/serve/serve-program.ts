import { type Command, Option } from 'commander';
import { collect, givenFlags } from '../command.js';
import { flagsOf, type ServeOption, serveOptions } from './serve-options.js';
import { defaultSettings, type SettingSources } from './settings.js';

/** What the command does. */
export interface ServeActions {
  serve(flags: SettingSources['flags'], handlers: string | undefined): Promise<void>;
}

const SERVE_NOTES = `
Each setting can also come from its variable or, apart from --handlers, from
petstore-mock.config.json in the working directory. A flag wins over a variable,
and a variable over the file.

Examples:
  petstore-mock serve                               on http://127.0.0.1:4290/v1
  petstore-mock serve --port 0 --pets 1000          a free port, 1000 pets
  petstore-mock serve --key my_key:business         a key of your own
  petstore-mock serve --fixture store.json --watch  your store, always reloaded
  petstore-mock serve --admin-token local-admin     the same token each time
`;

/** Describes `serve`. */
export function addServeCommand(program: Command, actions: ServeActions): void {
  const serve = program.command('serve').description('serve the fake on a port').configureHelp({ optionTerm });
  for (const [name, option] of Object.entries(serveOptions)) {
    for (const flag of toCommanderOptions(name, option)) serve.addOption(flag);
  }
  serve
    .option(
      '--key <key:plan>',
      'a key of your own with its plan; repeatable (PETSTORE_KEY, separated by commas)',
      collect,
    )
    .option('--handlers <file>', 'JavaScript module with MSW handlers of your own, which are asked first')
    .addHelpText('after', SERVE_NOTES)
    .action(() => {
      const { handlers, ...flags } = givenFlags(serve);
      return actions.serve(flags, handlers as string | undefined);
    });
}

function toCommanderOptions(name: string, option: ServeOption): Option[] {
  const { placeholder, kind, description, variable } = option;
  const [flag, offFlag] = flagsOf(option);
  const fallback = Object.entries(defaultSettings).find(([each]) => each === name)?.[1];
  const shown = typeof fallback === 'boolean' ? (fallback ? 'on' : 'off') : fallback;
  const byVariable = kind === 'list' ? `${variable}, separated by commas` : variable;
  const hasDefault = shown !== undefined && kind !== 'list';
  const origin = hasDefault ? `default ${shown}, ${byVariable}` : byVariable;
  const main = new Option(
    placeholder === undefined ? `${flag}` : `${flag} ${placeholder}`,
    `${description} (${origin})`,
  );
  if (kind === 'list') main.argParser(collect);
  return offFlag === undefined ? [main] : [main, new Option(offFlag).hideHelp()];
}

/** Shows both flags of a switch as one. */
function optionTerm({ flags }: Option): string {
  const isSwitch = Object.values(serveOptions).some(({ flag, kind }) => kind === 'boolean' && flag === flags);
  return isSwitch ? flags.replace('--', '--[no-]') : flags;
}
