import { getStreams } from "../../functions/streaming.ts";
import { command } from "../lookup-command.ts";
import { listView } from "../view.ts";

export const streamingCommands = [
  command("streams", getStreams, {
    example: "streaming streams",
    view: (streams) =>
      listView(
        [
          ["ID", (stream) => stream.id],
          ["NAME", (stream) => stream.name],
          ["LIVE", (stream) => (stream.live === true ? "live" : stream.backupLive === true ? "backup" : "-")],
          ["ACTIVE", (stream) => stream.active],
          ["FROM", (stream) => (stream.pull ? "pull" : "push")],
          ["SIZE", (stream) => (stream.videoWidth ? `${stream.videoWidth}x${stream.videoHeight}` : undefined)],
          ["SPEED", (stream) => stream.transcodingSpeed],
          ["PLAYLIST", (stream) => stream.hlsCmafUrl],
        ],
        streams,
      ),
  }),
];
