/** An SFTP server of one directory on this machine, which speaks the real protocol: one user, one password. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { posix } from 'node:path';
import ssh2 from 'ssh2';

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp;

/** @param root what the user sees as `/`. */
export async function startSftpServer(root: string, { user, password }: { user: string; password: string }) {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const key = ssh2.utils.parseKey(privateKey);
  if (key instanceof Error) throw key;
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    client.on('authentication', (how) => {
      if (how.method === 'password' && how.username === user && how.password === password) how.accept();
      else how.reject(['password']);
    });
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), root));
    });
    client.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    fingerprint: `SHA256:${createHash('sha256').update(key.getPublicSSH()).digest('base64').replaceAll('=', '')}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

type Handle = { file: FileHandle } | { names: string[] | undefined; path: string };

function serve(sftp: ssh2.SFTPWrapper, root: string): void {
  const handles: Handle[] = [];
  const local = (path: string): string => `${root}${posix.resolve('/', path)}`;
  const keep = (reqId: number, handle: Handle): void => {
    const id = Buffer.alloc(4);
    id.writeUInt32BE(handles.push(handle) - 1);
    sftp.handle(reqId, id);
  };
  const handleOf = (id: Buffer): Handle => handles[id.readUInt32BE()] as Handle;
  /** Answers with the status of what was done. */
  const doing = (reqId: number, work: () => Promise<unknown>): void => {
    work().then(
      (answered) => answered === true || sftp.status(reqId, STATUS_CODE.OK),
      (error: NodeJS.ErrnoException) =>
        sftp.status(reqId, error.code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE),
    );
  };
  const attributes = async (path: string) => {
    const { mode, uid, gid, size, atime, mtime } = await lstat(path);
    return { mode, uid, gid, size, atime: atime.getTime() / 1_000, mtime: mtime.getTime() / 1_000 };
  };
  const stat = (reqId: number, path: string) =>
    doing(reqId, async () => {
      sftp.attrs(reqId, await attributes(local(path)));
      return true;
    });
  sftp.on('REALPATH', (reqId: number, path: string) => sftp.name(reqId, [named(posix.resolve('/', path))]));
  sftp.on('STAT', stat);
  sftp.on('LSTAT', stat);
  sftp.on('OPENDIR', (reqId: number, path: string) =>
    doing(reqId, async () => {
      keep(reqId, { names: await readdir(local(path)), path: local(path) });
      return true;
    }),
  );
  sftp.on('READDIR', (reqId: number, id: Buffer) =>
    doing(reqId, async () => {
      const handle = handleOf(id) as { names: string[] | undefined; path: string };
      if (handle.names === undefined) sftp.status(reqId, STATUS_CODE.EOF);
      else {
        const entries = handle.names.map(async (name) => named(name, await attributes(`${handle.path}/${name}`)));
        sftp.name(reqId, await Promise.all(entries));
        handle.names = undefined;
      }
      return true;
    }),
  );
  sftp.on('OPEN', (reqId: number, path: string, flags: number) =>
    doing(reqId, async () => {
      keep(reqId, { file: await open(local(path), (flags & OPEN_MODE.WRITE) === 0 ? 'r' : 'w') });
      return true;
    }),
  );
  sftp.on('READ', (reqId: number, id: Buffer, offset: number, length: number) =>
    doing(reqId, async () => {
      const { file } = handleOf(id) as { file: FileHandle };
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
      if (bytesRead === 0) sftp.status(reqId, STATUS_CODE.EOF);
      else sftp.data(reqId, buffer.subarray(0, bytesRead));
      return true;
    }),
  );
  sftp.on('FSTAT', (reqId: number, id: Buffer) =>
    doing(reqId, async () => {
      const { size, mode } = await (handleOf(id) as { file: FileHandle }).file.stat();
      sftp.attrs(reqId, { mode, uid: 0, gid: 0, size, atime: 0, mtime: 0 });
      return true;
    }),
  );
  sftp.on('WRITE', (reqId: number, id: Buffer, offset: number, data: Buffer) =>
    doing(reqId, () => (handleOf(id) as { file: FileHandle }).file.write(data, 0, data.length, offset)),
  );
  sftp.on('FSETSTAT', (reqId: number) => sftp.status(reqId, STATUS_CODE.OK));
  sftp.on('CLOSE', (reqId: number, id: Buffer) =>
    doing(reqId, async () => {
      const handle = handleOf(id);
      if ('file' in handle) await handle.file.close();
    }),
  );
  sftp.on('MKDIR', (reqId: number, path: string) => doing(reqId, () => mkdir(local(path))));
  sftp.on('REMOVE', (reqId: number, path: string) => doing(reqId, () => rm(local(path))));
  sftp.on('RENAME', (reqId: number, from: string, to: string) =>
    doing(reqId, async () => {
      // As the protocol's version 3 has it: nothing is replaced.
      if (await lstat(local(to)).catch(() => undefined)) throw new Error('exists');
      await rename(local(from), local(to));
    }),
  );
}

const named = (filename: string, attrs?: ssh2.Attributes) => ({
  filename,
  longname: filename,
  attrs: attrs ?? { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 },
});
