console.log("said by a worker");
setTimeout(() => {
  throw new Error("thrown by a worker");
}, 10);
