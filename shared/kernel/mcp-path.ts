/**
 * Where agents speak to the site (docs/rules.md, "MCP"). It is no call of the contract: its messages are the protocol's, and
 * which tools there are it tells itself.
 */
export const MCP_PATH = '/mcp';
