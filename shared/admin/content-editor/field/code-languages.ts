import { LanguageDescription, LanguageSupport, StreamLanguage, type StreamParser } from '@codemirror/language';

/** A language whose parser reads line by line. The parser is fetched with the first code in that language. */
function fetched(names: string, load: () => Promise<StreamParser<unknown>>): LanguageDescription {
  const [name = '', ...alias] = names.split(' ');
  return LanguageDescription.of({
    name,
    alias,
    load: async () => new LanguageSupport(StreamLanguage.define(await load())),
  });
}

/** A language that the Markdown grammar already brings along for HTML. */
function atHand(names: string, load: () => Promise<LanguageSupport>): LanguageDescription {
  const [name = '', ...alias] = names.split(' ');
  return LanguageDescription.of({ name, alias, load });
}

const script = (options: { jsx?: boolean; typescript?: boolean }) => async () =>
  (await import('@codemirror/lang-javascript')).javascript(options);
const cLike = (which: 'c' | 'cpp' | 'csharp' | 'java' | 'kotlin') => async () =>
  (await import('@codemirror/legacy-modes/mode/clike'))[which];

/** The languages whose code is highlighted, by the names that follow the opening fence. */
export const codeLanguages: LanguageDescription[] = [
  atHand('javascript js jsx mjs', script({ jsx: true })),
  atHand('typescript ts', script({ typescript: true })),
  atHand('tsx', script({ typescript: true, jsx: true })),
  atHand('css', async () => (await import('@codemirror/lang-css')).css()),
  atHand('html htm', async () => (await import('@codemirror/lang-html')).html()),
  fetched('json', async () => (await import('@codemirror/legacy-modes/mode/javascript')).json),
  fetched('shell sh bash zsh console', async () => (await import('@codemirror/legacy-modes/mode/shell')).shell),
  fetched('python py', async () => (await import('@codemirror/legacy-modes/mode/python')).python),
  fetched('ruby rb', async () => (await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  fetched('go golang', async () => (await import('@codemirror/legacy-modes/mode/go')).go),
  fetched('rust rs', async () => (await import('@codemirror/legacy-modes/mode/rust')).rust),
  fetched('swift', async () => (await import('@codemirror/legacy-modes/mode/swift')).swift),
  fetched('sql', async () => (await import('@codemirror/legacy-modes/mode/sql')).standardSQL),
  fetched('yaml yml', async () => (await import('@codemirror/legacy-modes/mode/yaml')).yaml),
  fetched('toml', async () => (await import('@codemirror/legacy-modes/mode/toml')).toml),
  fetched('xml svg', async () => (await import('@codemirror/legacy-modes/mode/xml')).xml),
  fetched('diff patch', async () => (await import('@codemirror/legacy-modes/mode/diff')).diff),
  fetched('dockerfile docker', async () => (await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
  fetched('lua', async () => (await import('@codemirror/legacy-modes/mode/lua')).lua),
  fetched('r', async () => (await import('@codemirror/legacy-modes/mode/r')).r),
  fetched('c', cLike('c')),
  fetched('cpp c++', cLike('cpp')),
  fetched('csharp cs c#', cLike('csharp')),
  fetched('java', cLike('java')),
  fetched('kotlin kt', cLike('kotlin')),
];
